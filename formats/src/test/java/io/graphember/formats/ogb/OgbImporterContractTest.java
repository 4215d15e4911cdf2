// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.ogb;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class OgbImporterContractTest extends ImporterContract<OgbSettings> {
  @Override
  protected Importer<OgbSettings> importer() {
    return new OgbImporter();
  }

  @Override
  protected OgbSettings source(Path folder) {
    InputFiles.write(folder, "raw/num-node-list.csv", "3\n");
    InputFiles.write(folder, "raw/num-edge-list.csv", "2\n");
    InputFiles.write(folder, "raw/edge.csv", "0,1\n1,2\n");
    InputFiles.write(folder, "raw/node-feat.csv", "1,2\n3,4\n5,6\n");
    InputFiles.write(folder, "raw/node-label.csv", "0\n1\n0\n");
    InputFiles.write(folder, "split/s/train.csv", "0\n");
    InputFiles.write(folder, "split/s/valid.csv", "1\n");
    InputFiles.write(folder, "split/s/test.csv", "2\n");
    return (OgbSettings) Recorder.settings("{type: ogb, data: .}");
  }

  @Override
  protected Optional<OgbSettings> missing() {
    return Optional.of((OgbSettings) Recorder.settings("{type: ogb, data: none}"));
  }
}
