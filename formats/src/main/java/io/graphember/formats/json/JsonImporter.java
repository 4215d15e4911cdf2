// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.json;

import io.graphember.formats.csv.CsvImporter;
import io.graphember.formats.csv.Encoding;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.TableGraph;
import io.graphember.formats.table.TablePlace;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** Files of JSON objects. */
public final class JsonImporter implements Importer<JsonSettings> {
  @Override
  public Class<JsonSettings> settings() {
    return JsonSettings.class;
  }

  @Override
  public ImportedGraph open(JsonSettings settings, ImportContext context) {
    InputFolder folder = new InputFolder(context.base(), settings.data());
    return new TableGraph<>(
        settings,
        (section, place) ->
            new JsonFile(folder.file(TablePlace.present(place.file())), place.form()),
        CsvImporter.members(folder, settings.split(), Encoding.UTF_8),
        context);
  }
}
