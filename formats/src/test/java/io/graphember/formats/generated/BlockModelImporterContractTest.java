// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class BlockModelImporterContractTest extends ImporterContract<BlockModelSettings> {
  @Override
  protected Importer<BlockModelSettings> importer() {
    return new BlockModelImporter();
  }

  @Override
  protected BlockModelSettings source(Path folder) {
    return (BlockModelSettings) Recorder.settings("{type: block-model, vertices: 3000}");
  }

  @Override
  protected Optional<BlockModelSettings> missing() {
    return Optional.empty();
  }
}
