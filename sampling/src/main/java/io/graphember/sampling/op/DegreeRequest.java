// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.GraphError;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition for the degrees of its masters in the whole graph, of both directions. */
public final class DegreeRequest implements PartitionRequest<DegreeRequest.Reply> {
  private final int partition;
  private final int[] masters;

  /**
   * A request.
   *
   * @param masters local numbers
   */
  public DegreeRequest(int partition, int[] masters) {
    this.partition = partition;
    this.masters = masters;
  }

  /** One degree for each master. */
  public static final class Reply implements PartitionReply {
    private final int[] degrees;

    public Reply(int[] degrees) {
      this.degrees = degrees;
    }

    /** As many as were asked for. */
    public int[] degrees(int asked) {
      if (degrees.length != asked) {
        throw Frontier.mismatch(degrees.length + " of " + asked + " degrees");
      }
      return degrees;
    }

    @Override
    public long bytes() {
      return 4L * degrees.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 4L * masters.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    int[] degrees = new int[masters.length];
    for (int i = 0; i < masters.length; i++) {
      if (masters[i] < 0 || masters[i] >= asked.topology().masters()) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request for degrees names master %d, partition %d has %d."
                .formatted(masters[i], partition, asked.topology().masters()));
      }
      degrees[i] = asked.topology().inDegree(masters[i]) + asked.topology().outDegree(masters[i]);
    }
    return new Reply(degrees);
  }
}
