// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.RowBlock;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.schema.EdgeAttributes;

/** Writes what the edges of a partition carry, in the order of their numbers there. */
final class EdgeValueWriter {
  private final EdgeAttributes attributes;

  EdgeValueWriter(EdgeAttributes attributes) {
    this.attributes = attributes;
  }

  /**
   * Writes the blocks of one partition.
   *
   * @param numbers number among the values of each edge of the partition
   */
  void write(BlockSink sink, int partition, int[] numbers, NumberedEdgeValues values) {
    if (attributes.weight() || attributes.time()) {
      writeValues(sink, partition, numbers, values);
    }
    if (attributes.featureDim() > 0) {
      writeFeatures(sink, partition, numbers, values);
    }
  }

  private void writeValues(
      BlockSink sink, int partition, int[] numbers, NumberedEdgeValues values) {
    float[] weights = attributes.weight() ? new float[numbers.length] : null;
    long[] times = attributes.time() ? new long[numbers.length] : null;
    for (int i = 0; i < numbers.length; i++) {
      if (weights != null) {
        weights[i] = values.weight(numbers[i]);
      }
      if (times != null) {
        times[i] = values.time(numbers[i]);
      }
    }
    PartitionWriter.writeSection(
        sink, partition, Table.EDGE_VALUES, EdgeData.write(weights, times, numbers.length));
  }

  private void writeFeatures(
      BlockSink sink, int partition, int[] numbers, NumberedEdgeValues values) {
    int dim = attributes.featureDim();
    int perBlock = RowBlock.rowsPerBlock(dim);
    float[] rows = new float[Math.min(perBlock, Math.max(numbers.length, 1)) * dim];
    for (int b = 0; b < RowBlock.blocks(numbers.length, dim); b++) {
      int first = b * perBlock;
      int count = Math.min(perBlock, numbers.length - first);
      for (int r = 0; r < count; r++) {
        values.readFeatures(numbers[first + r], rows, r * dim);
      }
      sink.put(
          BlockKey.of(partition, Table.EDGE_FEATURES.number(), b),
          RowBlock.encode(rows, count, dim));
    }
  }
}
