// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** Generated graphs. */
public final class BlockModelImporter implements Importer<BlockModelSettings> {
  @Override
  public Class<BlockModelSettings> settings() {
    return BlockModelSettings.class;
  }

  @Override
  public ImportedGraph open(BlockModelSettings settings, ImportContext context) {
    return new BlockModelGraph(settings);
  }
}
