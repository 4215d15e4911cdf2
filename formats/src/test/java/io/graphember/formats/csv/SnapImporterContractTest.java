// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class SnapImporterContractTest extends ImporterContract<SnapSettings> {
  @Override
  protected Importer<SnapSettings> importer() {
    return new SnapImporter();
  }

  @Override
  protected SnapSettings source(Path folder) {
    InputFiles.write(folder, "e.txt", "# a comment\n1 2\n".concat("2\t3\n".repeat(200_000)));
    InputFiles.write(folder, "t.csv", "1\n2\n");
    return (SnapSettings)
        Recorder.settings("{type: snap, data: ., edges: {file: e.txt}, split: {train: t.csv}}");
  }

  @Override
  protected Optional<SnapSettings> missing() {
    return Optional.of(
        (SnapSettings) Recorder.settings("{type: snap, data: ., edges: {file: none.txt}}"));
  }
}
