// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class CsvImporterContractTest extends ImporterContract<CsvSettings> {
  @Override
  protected Importer<CsvSettings> importer() {
    return new CsvImporter();
  }

  @Override
  protected CsvSettings source(Path folder) {
    InputFiles.write(folder, "v.csv", "id,l,x,s\na,u,1,train\nb,v,2,test\nc,u,3,\n");
    InputFiles.write(folder, "e.csv", "src,dst\na,b\nb,c\n".concat("a,c\n".repeat(200_000)));
    return (CsvSettings)
        Recorder.settings(
            "{type: csv, data: ., keys: string, normalize: row,"
                + " vertices: {file: v.csv, label: l, features: [x], split: s}, edges: {file: e.csv}}");
  }

  @Override
  protected Optional<CsvSettings> missing() {
    return Optional.of(
        (CsvSettings) Recorder.settings("{type: csv, data: ., edges: {file: none.csv}}"));
  }
}
