// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.staging.EdgeTable;
import io.graphember.schema.EdgeAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A table of edges and the partition of each. Edges of a partition are found through one list of
 * edge numbers in order of partition: 4 bytes an edge, and 4 for its destination.
 */
public final class PlacedTable implements PlacedEdges, Incidences {
  private final EdgeTable edges;
  private final EdgeAssignment assignment;
  private final int edgeTypes;
  private @Nullable Order order; // null until asked for

  /**
   * The edges in order of their partitions.
   *
   * @param edges edge numbers by (partition, canonical order)
   * @param starts [partitions + 1] into the edges
   * @param destinations destination of each edge
   */
  private record Order(int[] edges, int[] starts, int[] destinations) {}

  /**
   * A table that is cut.
   *
   * @param edgeTypes number of stored edge types
   */
  public PlacedTable(EdgeTable edges, EdgeAssignment assignment, int edgeTypes) {
    this.edges = edges;
    this.assignment = assignment;
    this.edgeTypes = edgeTypes;
  }

  /** Bytes beside the table and the assignment. */
  public static long estimateBytes(long vertices, long edges) {
    return 8 * vertices + 8 * edges;
  }

  @Override
  public int vertices() {
    return (int) edges.vertices();
  }

  @Override
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
    return edges.countTypes(edgeTypes);
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
  public EdgeAttributes attributes() {
    return edges.values().attributes();
  }

  @Override
  public int master(int vertex) {
    return assignment.master(vertex);
  }

  /** Partition by partition: its edges are counted in two arrays that stay in the cache. */
  @Override
  public void forEach(Visitor visitor) {
    final int[] ending = new int[vertices()];
    final int[] beginning = new int[vertices()];
    for (int p = 0; p < partitions(); p++) {
      count(p, ending, beginning);
      for (int v = 0; v < ending.length; v++) {
        if ((ending[v] | beginning[v]) != 0) {
          visitor.add(v, p, ending[v], beginning[v]);
          ending[v] = 0;
          beginning[v] = 0;
        }
      }
    }
  }

  /**
   * Counts the edges of a partition at each vertex.
   *
   * @param ending [vertices] how many end there are added
   * @param beginning [vertices] how many begin there are added
   */
  private void count(int partition, int[] ending, int[] beginning) {
    final Order all = order();
    final int end = all.starts[partition + 1];
    final int[] sources = edges.sources();
    for (int i = all.starts[partition]; i < end; i++) {
      final int edge = all.edges[i];
      ending[all.destinations[edge]]++;
      beginning[sources[edge]]++;
    }
  }

  /** Counts the edges of a partition, where it may have few of many vertices. */
  public void count(int partition, IncidenceCounts counts) {
    final Order all = order();
    final int end = all.starts[partition + 1];
    final int[] sources = edges.sources();
    for (int i = all.starts[partition]; i < end; i++) {
      final int edge = all.edges[i];
      counts.add(sources[edge], all.destinations[edge]);
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
    int[] numbers = new int[count];
    int[] next = Arrays.copyOf(starts, assignment.partitions());
    for (int e = 0; e < count; e++) {
      numbers[next[assignment.partition(e)]++] = e;
    }
    int[] destinations = new int[count];
    int[] offsets = edges.offsets();
    for (int v = 0; v + 1 < offsets.length; v++) {
      Arrays.fill(destinations, offsets[v], offsets[v + 1], v);
    }
    return new Order(numbers, starts, destinations);
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
    int[] numbers = Arrays.copyOfRange(all.edges, from, to);
    int[] sources = new int[numbers.length];
    int[] ends = new int[numbers.length];
    int[] types = new int[edgeTypes == 1 ? 0 : numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      sources[i] = edges.sources()[numbers[i]];
      ends[i] = all.destinations[numbers[i]];
    }
    for (int i = 0; i < types.length; i++) {
      types[i] = edges.type(numbers[i]);
    }
    return new PartitionEdges(sources, ends, types, new Values(edges, numbers));
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
