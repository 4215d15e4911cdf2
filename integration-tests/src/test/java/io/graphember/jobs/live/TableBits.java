// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.JobResult;
import io.graphember.it.NodeView;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.BlockSlot;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredPartition;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.tensor.table.TableSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All bits of the tables that a job has left.
 *
 * @param step of the last checkpoint
 * @param blocks a hash of each block, of which a table has weights, slots and last steps of rows
 */
public record TableBits(long step, List<Integer> blocks) {
  /** Reads tables through a node. */
  public static TableBits of(NodeView node, JobResult result) {
    StoredEmbedding stored =
        node.graphs().embedding(result.graph().name(), result.name(), "tables");
    CheckpointManifest manifest = ManifestFormat.decode(stored.manifest());
    CacheBlockStore store =
        new CacheBlockStore(
            node.caches().open(stored.cache()),
            stored.parameters().tables().stream().map(TableSpec::name).toList(),
            Cancellation.NEVER);
    List<Integer> blocks = new ArrayList<>();
    for (StoredTable table : manifest.tables()) {
      for (StoredPartition partition : table.partitions()) {
        for (int b = 0; b < partition.blocks().size(); b++) {
          BlockSlot slot = partition.blocks().get(b);
          blocks.add(
              slot == BlockSlot.UNTOUCHED
                  ? 0
                  : Arrays.hashCode(
                      store.get(partition.partition(), table.name(), slot, b).orElseThrow()));
        }
      }
    }
    return new TableBits(manifest.step(), blocks);
  }
}
