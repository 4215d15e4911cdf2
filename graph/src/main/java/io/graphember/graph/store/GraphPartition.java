// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.memory.RowSlab;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.function.LongFunction;

/**
 * One partition in the live tier: what the node that owns it reads. Immutable; safe for any thread.
 *
 * @param number its number, {@code 0 .. P - 1}
 * @param topology in-edges and replicas
 * @param labels class and split of each master
 * @param keys the user's key of each master
 * @param features feature row of each master; null if the graph has none
 */
public record GraphPartition(
    int number, PartitionTopology topology, VertexLabels labels, KeyColumn keys, RowSlab features) {

  /** Bytes that a partition takes in the live tier. */
  public static long estimateBytes(PartitionTopology topology, KeyColumn keys, int featureDim) {
    long masters = topology.masters();
    long keyBytes = keys.kind() == KeyKind.STRING ? keys.arena().length + 4 * masters : 8 * masters;
    long rowBytes = featureDim == 0 ? 0 : RowSlab.estimateBytes(masters, featureDim);
    return topology.bytes() + 5 * masters + keyBytes + rowBytes;
  }

  /**
   * Loads a partition from its blocks.
   *
   * @param number its number
   * @param featureDim floats of a feature row, 0 for none
   * @param blocks gives the block of a key, or null
   * @param cancellation looked at before every block
   * @throws GraphemberException with code {@link GraphError#SECTION_CORRUPT}
   */
  public static GraphPartition load(
      int number, int featureDim, LongFunction<byte[]> blocks, Cancellation cancellation) {
    PartitionTopology topology =
        PartitionTopology.decode(number, section(number, Table.TOPOLOGY, blocks, cancellation));
    VertexLabels labels =
        VertexLabels.decode(number, section(number, Table.LABELS, blocks, cancellation));
    KeyColumn keys = KeySection.decode(number, section(number, Table.KEYS, blocks, cancellation));
    requireMasters(number, Table.LABELS, labels.labels().length, topology);
    requireMasters(number, Table.KEYS, keys.size(), topology);
    RowSlab features = null;
    if (featureDim > 0) {
      features = new RowSlab(topology.masters(), featureDim);
      for (int b = 0; b < RowBlock.blocks(topology.masters(), featureDim); b++) {
        cancellation.check();
        byte[] block = blocks.apply(BlockKey.of(number, Table.FEATURES.number(), b));
        RowBlock.decode(number, b, block, features);
      }
    }
    return new GraphPartition(number, topology, labels, keys, features);
  }

  private static void requireMasters(
      int number, Table table, int masters, PartitionTopology topology) {
    if (masters != topology.masters()) {
      throw Section.corrupt(
          table, number, "it has " + masters + " masters, the topology " + topology.masters());
    }
  }

  private static byte[] section(
      int number, Table table, LongFunction<byte[]> blocks, Cancellation cancellation) {
    return Section.fromBlocks(
        table,
        number,
        b -> {
          cancellation.check();
          return blocks.apply(BlockKey.of(number, table.number(), b));
        });
  }
}
