// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

/**
 * Asks one partition for in-neighbours of some of its vertices, by position in their local lists:
 * the positions were drawn by the trainer, the partition only gathers.
 */
public final class GatherRequest {
  /** Count that asks for the whole local list. */
  public static final int ALL = -1;

  private final int partition;
  private final int[] vertices;
  private final int[] counts;
  private final int[] positions;
  private final boolean replicas;

  /**
   * A request.
   *
   * @param partition partition that holds the vertices
   * @param vertices local numbers, masters or mirrors
   * @param counts how many positions each vertex has, or {@link #ALL}; as many as vertices
   * @param positions positions in the vertices' local lists, one vertex after the other
   * @param replicas true if the reply should say where the neighbours' own in-edges lie, for
   *     another hop
   */
  public GatherRequest(
      int partition, int[] vertices, int[] counts, int[] positions, boolean replicas) {
    this.partition = partition;
    this.vertices = vertices;
    this.counts = counts;
    this.positions = positions;
    this.replicas = replicas;
  }

  /** Partition that holds the vertices. */
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

  /** True if the reply should say where the neighbours' own in-edges lie. */
  public boolean replicas() {
    return replicas;
  }

  /** Bytes of the arrays. */
  public long bytes() {
    return 4L * (vertices.length + (long) counts.length + positions.length);
  }
}
