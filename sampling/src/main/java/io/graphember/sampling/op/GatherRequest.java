// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.error.GraphemberException;

/**
 * Asks one partition for neighbours of some of its vertices, by position in their local lists: the
 * positions were drawn by the trainer, the partition only gathers.
 */
public final class GatherRequest implements PartitionRequest<GatherReply> {
  /** Count that asks for the whole local list. */
  public static final int ALL = -1;

  /** Edges of one reply. */
  public static final int MAX_EDGES = (1 << 29) - 1;

  private final int partition;
  private final Direction direction;
  private final int[] vertices;
  private final int[] counts;
  private final int[] positions;
  private final Details details;

  /**
   * A request.
   *
   * @param partition partition that holds the vertices
   * @param direction of the edges
   * @param vertices local numbers, masters or mirrors
   * @param counts how many positions each vertex has, or {@link #ALL}; as many as vertices
   * @param positions positions in the vertices' local lists, one vertex after the other
   * @param details what the reply says of the neighbours
   */
  public GatherRequest(
      int partition,
      Direction direction,
      int[] vertices,
      int[] counts,
      int[] positions,
      Details details) {
    this.partition = partition;
    this.direction = direction;
    this.vertices = vertices;
    this.counts = counts;
    this.positions = positions;
    this.details = details;
  }

  @Override
  public int partition() {
    return partition;
  }

  /** Local numbers, masters or mirrors. */
  public int[] vertices() {
    return vertices;
  }

  /** How many positions each vertex has, or {@link #ALL}. */
  public int[] counts() {
    return counts;
  }

  /** Positions in the vertices' local lists. */
  public int[] positions() {
    return positions;
  }

  /** What the reply says of the neighbours. */
  public Details details() {
    return details;
  }

  @Override
  public long bytes() {
    return 4L * (vertices.length + (long) counts.length + positions.length);
  }

  /**
   * Stages: degrees, positions, neighbours, distinct neighbours, their places. O(gathered edges),
   * of a compressed layout O(lists read); allocates the reply and scratch for it, nothing per
   * vertex.
   */
  @Override
  public GatherReply answer(ResidentPartition asked) {
    PartitionTopology topology = asked.topology();
    int[] degrees = degrees(topology);
    int[] lengths = lengths(degrees);
    int[] neighbors = expanded(degrees, lengths);
    asked.gathered(neighbors.length);
    direction.gather(topology, vertices, lengths, lengths.length, neighbors);
    int[] distinct = asked.number(neighbors);
    return new GatherReply(
        neighbors, VertexTable.describe(topology, asked.number(), direction, distinct, details));
  }

  private int[] degrees(PartitionTopology topology) {
    if (counts.length != vertices.length) {
      throw outOfRange(counts.length + " counts");
    }
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= topology.vertices()) {
        throw outOfRange("vertex " + vertex);
      }
    }
    int[] degrees = new int[vertices.length];
    direction.degrees(topology, vertices, 0, vertices.length, degrees);
    return degrees;
  }

  /** How many positions each vertex has, whole lists counted. */
  private int[] lengths(int[] degrees) {
    int[] counts = this.counts.clone();
    long drawn = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == ALL) {
        counts[i] = degrees[i];
      } else if (counts[i] < 0 || counts[i] > positions.length - drawn) {
        throw outOfRange("count " + counts[i]);
      } else {
        drawn += counts[i];
      }
    }
    if (drawn != positions.length) {
      throw outOfRange(positions.length + " positions");
    }
    return counts;
  }

  /** The positions of every vertex, whole lists written out. */
  private int[] expanded(int[] degrees, int[] lengths) {
    long total = 0;
    for (int length : lengths) {
      total += length;
    }
    if (total > MAX_EDGES) {
      throw outOfRange(total + " edges at once");
    }
    int[] expanded = new int[(int) total];
    int at = 0;
    int next = 0;
    for (int i = 0; i < lengths.length; i++) {
      final int degree = degrees[i];
      final boolean all = counts[i] == ALL;
      for (int j = 0; j < lengths[i]; j++) {
        int position = all ? j : positions[next++];
        if (position < 0 || position >= degree) {
          throw outOfRange("position " + position + " of degree " + degree);
        }
        expanded[at++] = position;
      }
    }
    return expanded;
  }

  private GraphemberException outOfRange(String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names %s, which partition %d does not hold.".formatted(what, partition));
  }
}
