// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.delta.AddedReplicas;
import io.graphember.memory.PackedInts;
import io.graphember.memory.StoredBytes;
import io.graphember.memory.bytes.ByteWriter;
import java.util.Arrays;

/**
 * The other replicas of the vertices of a partition: entries {@code offsets[v] .. offsets[v + 1] -
 * 1} of vertex v, in ascending order of partition, without the partition itself. An interior vertex
 * has none. Immutable; safe for any thread.
 *
 * @param offsets first entry of each local vertex, and the end
 * @param partitions partition of each entry
 * @param locals local number of the vertex there
 * @param inDegrees in-edges of the vertex there
 * @param outDegrees out-edges of the vertex there
 */
public record ReplicaSets(
    PackedInts offsets,
    PackedInts partitions,
    PackedInts locals,
    PackedInts inDegrees,
    PackedInts outDegrees) {

  /** The same with replicas in one partition more, whose number is higher than all others. */
  ReplicaSets with(AddedReplicas added) {
    final int vertices = offsets.size() - 1;
    final int replicas = partitions.size() + added.size();
    final int[] ends = new int[vertices + 1];
    final int[][] columns = new int[4][replicas];
    int next = 0; // of those that are added
    int at = 0;
    for (int v = 0; v < vertices; v++) {
      for (int r = offsets.get(v); r < offsets.get(v + 1); r++, at++) {
        columns[0][at] = partitions.get(r);
        columns[1][at] = locals.get(r);
        columns[2][at] = inDegrees.get(r);
        columns[3][at] = outDegrees.get(r);
      }
      if (next < added.size() && added.vertices()[next] == v) {
        columns[0][at] = added.partition();
        columns[1][at] = added.locals()[next];
        columns[2][at] = added.inDegrees()[next];
        columns[3][at++] = added.outDegrees()[next++];
      }
      ends[v + 1] = at;
    }
    final PackedInts[] packed = packed(columns);
    return new ReplicaSets(packed(ends)[0], packed[0], packed[1], packed[2], packed[3]);
  }

  private static PackedInts[] packed(int[]... columns) {
    final int[] widths = new int[columns.length];
    Arrays.setAll(widths, c -> PackedInts.width(Arrays.stream(columns[c]).max().orElse(0)));
    final ByteWriter out = new ByteWriter(1 << 16, 0);
    PackedInts.write(columns, widths, out);
    out.put(new byte[PackedInts.PADDING]);
    return PackedInts.records(StoredBytes.of(out.toBytes()), 0, columns[0].length, widths);
  }

  /** Sum of degrees over the entries of a vertex. */
  static int sum(PackedInts offsets, PackedInts degrees, int vertex) {
    int sum = 0;
    for (int r = offsets.get(vertex); r < offsets.get(vertex + 1); r++) {
      sum += degrees.get(r);
    }
    return sum;
  }
}
