// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class TriplesImporterContractTest extends ImporterContract<TriplesSettings> {
  @Override
  protected Importer<TriplesSettings> importer() {
    return new TriplesImporter();
  }

  @Override
  protected TriplesSettings source(Path folder) {
    InputFiles.write(folder, "t.txt.gz", "a\tknows\tb\nb\tlikes\tc\n".repeat(200_000));
    InputFiles.write(folder, "v.txt", "c\tknows\td\n");
    return (TriplesSettings)
        Recorder.settings("{type: triples, data: ., train: t.txt.gz, valid: v.txt}");
  }

  @Override
  protected Optional<TriplesSettings> missing() {
    return Optional.of(
        (TriplesSettings) Recorder.settings("{type: triples, data: ., train: none.txt}"));
  }
}
