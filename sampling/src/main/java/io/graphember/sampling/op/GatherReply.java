// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.engine.PartitionReply;

/** A partition's answer to a {@link GatherRequest}. */
public final class GatherReply implements PartitionReply {
  private final int[] neighbors;
  private final VertexTable vertices;

  /**
   * A reply.
   *
   * @param neighbors for every gathered edge, in the order of the request, the number of its source
   *     in {@code vertices}
   * @param vertices the distinct sources, in the order of their first edge
   */
  public GatherReply(int[] neighbors, VertexTable vertices) {
    this.neighbors = neighbors;
    this.vertices = vertices;
  }

  /** For every gathered edge the number of its source in {@link #vertices()}. */
  public int[] neighbors() {
    return neighbors;
  }

  /** The distinct sources. */
  public VertexTable vertices() {
    return vertices;
  }

  @Override
  public long bytes() {
    return 4L * neighbors.length + vertices.bytes();
  }
}
