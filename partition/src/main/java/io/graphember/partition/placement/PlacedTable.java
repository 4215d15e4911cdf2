// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.staging.EdgeTable;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of edges and the partition of each. The ends of the edges are kept in order of partition,
 * 8 bytes an edge, and where edges have types or carry something 4 for its number in the table.
 * Ends are vertices until they are {@linkplain #rename renamed}, then their local numbers in the
 * partition.
 */
public final class PlacedTable implements PlacedEdges {
  private final EdgeTable edges;
  private final EdgeAssignment assignment;
  private final List<EdgeType> types;
  private @Nullable Order order; // null until asked for

  /**
   * The edges in order of their partitions.
   *
   * @param edges edge numbers by (partition, canonical order); empty if nobody asks for them
   * @param starts [partitions + 1] into the edges
   * @param sources source of each of them
   * @param destinations destination of each of them
   */
  private record Order(int[] edges, int[] starts, int[] sources, int[] destinations) {}

  /**
   * A table that is cut.
   *
   * @param types the stored edge types
   */
  public PlacedTable(EdgeTable edges, EdgeAssignment assignment, List<EdgeType> types) {
    this.edges = edges;
    this.assignment = assignment;
    this.types = List.copyOf(types);
  }

  /** Bytes beside the table and the assignment, of edges of several types or one. */
  public static long estimateBytes(long edges, int edgeTypes, boolean edgesCarry) {
    return (edgeTypes > 1 || edgesCarry ? 12 : 8) * edges;
  }

  private boolean numbered() {
    return types.size() > 1 || !attributes().none();
  }

  /** Number of vertices that the shard knows. */
  public int vertices() {
    return (int) edges.vertices();
  }

  /** Number of partitions. */
  public int partitions() {
    return assignment.partitions();
  }

  @Override
  public long[] partitionEdges() {
    long[] counts = new long[assignment.partitions()];
    for (int p = 0; p < counts.length; p++) {
      counts[p] = edges(p);
    }
    return counts;
  }

  /** Edges of each stored type. */
  public long[] typeEdges() {
    return edges.countTypes(types.size());
  }

  /** Edges of a partition. */
  public int edges(int partition) {
    return order().starts[partition + 1] - order().starts[partition];
  }

  /** Number of edges. */
  public long edges() {
    return edges.edges();
  }

  @Override
  public List<EdgeType> types() {
    return types;
  }

  @Override
  public EdgeAttributes attributes() {
    return edges.values().attributes();
  }

  /** Partition of a vertex's master that the partitioner named, or none. */
  int master(int vertex) {
    return assignment.master(vertex);
  }

  /** Counts the edges of a partition at their ends, which are not renamed yet. */
  void count(int partition, IncidenceCounts counts) {
    final Order all = order();
    final int end = all.starts[partition + 1];
    for (int i = all.starts[partition]; i < end; i++) {
      counts.add(all.sources[i], all.destinations[i]);
    }
  }

  /**
   * Gives the ends of a partition's edges other numbers.
   *
   * @param numbers of the vertices that its edges have
   */
  public void rename(int partition, int[] numbers) {
    final Order all = order();
    final int end = all.starts[partition + 1];
    for (int i = all.starts[partition]; i < end; i++) {
      all.sources[i] = numbers[all.sources[i]];
      all.destinations[i] = numbers[all.destinations[i]];
    }
  }

  private Order order() {
    if (order == null) {
      order = sorted();
    }
    return order;
  }

  private Order sorted() {
    final int count = (int) edges.edges();
    int[] starts = new int[assignment.partitions() + 1];
    for (int e = 0; e < count; e++) {
      starts[assignment.partition(e) + 1]++;
    }
    for (int p = 0; p < assignment.partitions(); p++) {
      starts[p + 1] += starts[p];
    }
    int[] numbers = new int[numbered() ? count : 0];
    int[] sources = new int[count];
    int[] destinations = new int[count];
    int[] next = Arrays.copyOf(starts, assignment.partitions());
    int[] offsets = edges.offsets();
    for (int v = 0; v + 1 < offsets.length; v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        final int at = next[assignment.partition(e)]++;
        if (numbers.length > 0) {
          numbers[at] = e;
        }
        sources[at] = edges.sources()[e];
        destinations[at] = v;
      }
    }
    return new Order(numbers, starts, sources, destinations);
  }

  @Override
  public PartitionEdges partition(int partition) {
    return partition(partition, 0, Integer.MAX_VALUE);
  }

  /**
   * Some edges of a partition.
   *
   * @param first place of the first in the partition, at most the number of its edges
   * @param most how many at most
   */
  public PartitionEdges partition(int partition, int first, int most) {
    final Order all = order();
    final int end = all.starts[partition + 1];
    final int from = (int) Math.min(end, (long) all.starts[partition] + first);
    final int to = (int) Math.min(end, (long) from + most);
    int[] numbers = numbered() ? Arrays.copyOfRange(all.edges, from, to) : new int[0];
    int[] typeOf = new int[types.size() == 1 ? 0 : to - from];
    for (int i = 0; i < typeOf.length; i++) {
      typeOf[i] = edges.type(numbers[i]);
    }
    return new PartitionEdges(
        Arrays.copyOfRange(all.sources, from, to),
        Arrays.copyOfRange(all.destinations, from, to),
        typeOf,
        new Values(edges, numbers));
  }

  private record Values(EdgeTable edges, int[] numbers) implements NumberedEdgeValues {
    @Override
    public float weight(int edge) {
      return edges.values().weight(edges.origin(numbers[edge]));
    }

    @Override
    public long time(int edge) {
      return edges.values().time(edges.origin(numbers[edge]));
    }

    @Override
    public void readFeatures(int edge, float[] target, int offset) {
      edges.values().readFeatures(edges.origin(numbers[edge]), target, offset);
    }
  }
}
