// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.csv.CsvImporter;
import io.graphember.formats.csv.Encoding;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.TableGraph;
import io.graphember.formats.table.TablePlace;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** Parquet files. */
public final class ParquetImporter implements Importer<ParquetSettings> {
  @Override
  public Class<ParquetSettings> settings() {
    return ParquetSettings.class;
  }

  @Override
  public ImportedGraph open(ParquetSettings settings, ImportContext context) {
    InputFolder folder = new InputFolder(context.base(), settings.data());
    return new TableGraph<>(
        settings,
        (section, place) -> new ParquetFile(folder.file(TablePlace.present(place.file()))),
        CsvImporter.members(folder, settings.split(), Encoding.UTF_8),
        context);
  }
}
