// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.GraphError;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition where its masters' edges lie: one look-up for the seeds of a batch. */
public final class LocateRequest implements PartitionRequest<VertexTable> {
  private final int partition;
  private final Direction direction;
  private final int[] vertices;

  /**
   * A request.
   *
   * @param partition partition that owns the vertices
   * @param direction of the edges
   * @param vertices local numbers of masters
   */
  public LocateRequest(int partition, Direction direction, int[] vertices) {
    this.partition = partition;
    this.direction = direction;
    this.vertices = vertices;
  }

  @Override
  public int partition() {
    return partition;
  }

  /** Local numbers of masters. */
  public int[] vertices() {
    return vertices;
  }

  @Override
  public long bytes() {
    return 4L * vertices.length;
  }

  @Override
  public VertexTable answer(ResidentPartition asked) {
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= asked.topology().masters()) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request names master %d, which partition %d does not hold."
                .formatted(vertex, asked.number()));
      }
    }
    return VertexTable.describe(
        asked.topology(), asked.number(), direction, vertices, Details.ROUTES);
  }
}
