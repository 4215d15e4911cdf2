// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.file.SplitFiles;
import io.graphember.formats.table.MemberList;
import io.graphember.formats.table.TableGraph;
import io.graphember.schema.Split;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Delimited files. */
public final class CsvImporter implements Importer<CsvSettings> {
  @Override
  public Class<CsvSettings> settings() {
    return CsvSettings.class;
  }

  @Override
  public ImportedGraph open(CsvSettings settings, ImportContext context) {
    InputFolder folder = new InputFolder(context.base(), settings.data());
    return new TableGraph<>(
        settings,
        (section, place) -> place.open(folder, settings.encoding()),
        members(folder, settings.split(), settings.encoding()),
        context);
  }

  /** The lists of members that settings name. */
  public static List<MemberList> members(
      InputFolder folder, @Nullable SplitFiles files, Encoding encoding) {
    List<MemberList> members = new ArrayList<>();
    for (Split split : Split.values()) {
      Optional<String> given = files == null ? Optional.empty() : files.file(split);
      if (given.isPresent()) {
        InputFile file = folder.file(given.get());
        members.add(
            new MemberList(
                split,
                file.name(),
                file.bytes(),
                meter -> new CsvTable(file, CsvDialect.commas(encoding), 1, meter)));
      }
    }
    return members;
  }
}
