// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

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
        (section, place) -> new ParquetFile(folder.file(place.file())),
        CsvImporter.members(folder, settings.split(), Encoding.UTF_8),
        context);
  }
}
