// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.NpyBytes;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class NpyImporterContractTest extends ImporterContract<NpySettings> {
  @Override
  protected Importer<NpySettings> importer() {
    return new NpyImporter();
  }

  @Override
  protected NpySettings source(Path folder) {
    InputFiles.write(folder, "e.npy", NpyBytes.of("<i8", "(2, 3)", 0, 0, 2, 1, 2, 0));
    InputFiles.write(folder, "x.npy", NpyBytes.of("<f8", "(3, 2)", 0, 1, 0, 0, .5, 5));
    InputFiles.write(folder, "y.npy", NpyBytes.of("<i8", "(3,)", 5, -1, 3));
    InputFiles.write(folder, "t.npy", NpyBytes.of("<i8", "(2,)", 0, 2));
    return (NpySettings)
        Recorder.settings(
            "{type: npy, data: ., edges: e.npy, features: x.npy, labels: y.npy, split: {train: t.npy}}");
  }

  @Override
  protected Optional<NpySettings> missing() {
    return Optional.of((NpySettings) Recorder.settings("{type: npy, data: ., edges: none.npy}"));
  }
}
