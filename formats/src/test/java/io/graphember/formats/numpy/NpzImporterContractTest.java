// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.NpyBytes;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class NpzImporterContractTest extends ImporterContract<NpzSettings> {
  @Override
  protected Importer<NpzSettings> importer() {
    return new NpzImporter();
  }

  @Override
  protected NpzSettings source(Path folder) {
    InputFiles.write(folder, "a.npz", NpyBytes.archive(NpyBytes.smallArchive()));
    return (NpzSettings) Recorder.settings("{type: npz, data: ., file: a.npz}");
  }

  @Override
  protected Optional<NpzSettings> missing() {
    return Optional.of((NpzSettings) Recorder.settings("{type: npz, data: ., file: none.npz}"));
  }
}
