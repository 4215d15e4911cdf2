// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.memory.DenseRows;
import io.graphember.memory.RowSink;
import io.graphember.memory.RowSlab;
import io.graphember.memory.RowStorage;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the edges of a partition carry, by edge number: the position among the out-edges of all its
 * vertices. Immutable; safe for any thread.
 *
 * <p>Format version 1 of the {@link Table#EDGE_VALUES} payload, little-endian; features are blocks
 * of rows of {@link Table#EDGE_FEATURES}.
 *
 * <pre>
 * int32      version   1
 * int32      edges     E
 * int32      columns   bit 0 weights, bit 1 times
 * int64[]    times     E, if bit 1
 * float32[]  weights   E, finite and 0 or more, if bit 0
 * </pre>
 *
 * @param weights weight of each edge; null for none; not to be changed
 * @param times timestamp of each edge; null for none; not to be changed
 * @param features feature row of each edge; null for none
 * @param labels what is learned of each edge, see {@link EdgeLabel#learned}; null if no edge has a
 *     label; not to be changed
 */
public record EdgeData(
    float @Nullable [] weights,
    long @Nullable [] times,
    @Nullable DenseRows features,
    int @Nullable [] labels) {
  /** Weight of an edge whose type has none, in a graph where another type has. */
  public static final float DEFAULT_WEIGHT = 1;

  /** Of edges that carry nothing. */
  public static final EdgeData NONE = new EdgeData(null, null, null, null);

  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 12;
  private static final int WEIGHTS = 1;
  private static final int TIMES = 2;

  /** Bytes of heap that the values of so many edges take. */
  public static long estimateBytes(EdgeAttributes attributes, long edges) {
    return (attributes.weight() ? 4 * edges : 0)
        + (attributes.time() ? 8 * edges : 0)
        + (attributes.featureDim() > 0 ? RowSlab.estimateBytes(edges, attributes.featureDim()) : 0);
  }

  /**
   * The same with the labels apart from the features. It takes another copy of the rows while it is
   * made.
   *
   * @param types what the rows of each type hold
   * @param storage keeps the features
   */
  EdgeData withLabels(PartitionTopology topology, List<EdgeRow> types, RowStorage storage) {
    final int dim = types.stream().mapToInt(EdgeRow::featureDim).max().orElse(0);
    final int rows = featureRows().rows();
    int[] learned = new int[rows];
    DenseRows rest = null;
    if (dim == 0) {
      separate(topology, types, learned, new float[0], (row, own, offset) -> {});
    } else {
      rest =
          storage.fill(rows, dim, sink -> separate(topology, types, learned, new float[dim], sink));
    }
    return new EdgeData(weights, times, rest, learned);
  }

  private void separate(
      PartitionTopology topology, List<EdgeRow> types, int[] learned, float[] own, RowSink rest) {
    final DenseRows rows = featureRows();
    float[] row = new float[rows.dim()];
    final EdgeTypeRanges ranges = topology.out().types();
    for (int v = 0; v < topology.vertices(); v++) {
      final int first = topology.out().lists().first(v);
      final int degree = topology.out().lists().degree(v);
      for (int position = 0; position < degree; position++) {
        final EdgeRow type = types.get(ranges.type(v, position));
        rows.read(first + position, row, 0);
        learned[first + position] = type.label().learned(row[0]);
        final int width = Math.min(own.length, type.featureDim());
        System.arraycopy(row, type.label().floats(), own, 0, width);
        Arrays.fill(own, width, own.length, 0);
        rest.write(first + position, own, 0);
      }
    }
  }

  /**
   * The feature rows of edges that have any.
   *
   * @throws IllegalStateException if they have none
   */
  public DenseRows featureRows() {
    if (features == null) {
      throw new IllegalStateException("the edges have no features");
    }
    return features;
  }

  /** True if there is a payload of weights or times. */
  static boolean hasValues(EdgeAttributes attributes) {
    return attributes.weight() || attributes.time();
  }

  /**
   * Writes weights and times in format version 1.
   *
   * @param weights of all edges; null for none
   * @param times of all edges; null for none
   */
  public static ByteWriter write(float @Nullable [] weights, long @Nullable [] times, int edges) {
    final ByteWriter out = Section.writer();
    out.putInt(VERSION);
    out.putInt(edges);
    out.putInt((weights == null ? 0 : WEIGHTS) | (times == null ? 0 : TIMES));
    if (times != null) {
      out.put(times);
    }
    if (weights != null) {
      out.put(weights);
    }
    return out;
  }

  /**
   * Reads format version 1.
   *
   * @param attributes what the topology says that edges carry
   * @param edges number of edges of the topology
   * @param features feature rows, read elsewhere; null for none
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  static EdgeData decode(
      int partition,
      ByteReader in,
      EdgeAttributes attributes,
      int edges,
      @Nullable DenseRows features) {
    final long needed =
        (attributes.weight() ? 4L * edges : 0) + (attributes.time() ? 8L * edges : 0);
    Section.requireVersion(Table.EDGE_VALUES, partition, in, HEADER_BYTES, VERSION);
    int columns = (attributes.weight() ? WEIGHTS : 0) | (attributes.time() ? TIMES : 0);
    if (in.getInt() != edges || in.getInt() != columns || needed != in.remaining()) {
      throw Section.corrupt(Table.EDGE_VALUES, partition, "it does not match the topology");
    }
    long[] times = attributes.time() ? new long[edges] : null;
    if (times != null) {
      in.get(times);
    }
    float[] weights = attributes.weight() ? new float[edges] : null;
    if (weights != null) {
      in.get(weights);
    }
    for (int e = 0; weights != null && e < edges; e++) {
      if (!EdgeAttributes.weightAllowed(weights[e])) {
        throw Section.corrupt(Table.EDGE_VALUES, partition, "weight " + e + " is " + weights[e]);
      }
    }
    return new EdgeData(weights, times, features, null);
  }
}
