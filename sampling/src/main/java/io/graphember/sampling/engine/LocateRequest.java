// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

/** Asks one partition where its masters' in-edges lie: one look-up for the seeds of a batch. */
public final class LocateRequest {
  private final int partition;
  private final int[] vertices;

  /**
   * A request.
   *
   * @param partition partition that owns the vertices
   * @param vertices local numbers of masters
   */
  public LocateRequest(int partition, int[] vertices) {
    this.partition = partition;
    this.vertices = vertices;
  }

  /** Partition that owns the vertices. */
  public int partition() {
    return partition;
  }

  /** Local numbers of masters. */
  public int[] vertices() {
    return vertices;
  }

  /** Bytes of the arrays. */
  public long bytes() {
    return 4L * vertices.length;
  }
}
