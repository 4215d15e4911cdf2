// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition for masters that random bits choose, and how much weight all of them have. */
public final class VertexDraw implements PartitionRequest<VertexDraw.Reply> {
  /** Vertices of all types. */
  static final int ANY_TYPE = -1;

  private final int partition;
  private final int vertexType;
  private final boolean byDegree;
  private final long[] bits;

  /**
   * A request.
   *
   * @param vertexType type of the masters, or {@link #ANY_TYPE}
   * @param byDegree true to choose by degree to the power of 0.75, false to choose all alike
   * @param bits random bits of each draw; none to ask for the weight alone
   */
  public VertexDraw(int partition, int vertexType, boolean byDegree, long[] bits) {
    this.partition = partition;
    this.vertexType = vertexType;
    this.byDegree = byDegree;
    this.bits = bits;
  }

  /** Masters and the weight of all that may be chosen. */
  public static final class Reply implements PartitionReply {
    private final double total;
    private final int[] masters;

    Reply(double total, int[] masters) {
      this.total = total;
      this.masters = masters;
    }

    double total() {
      if (!(total >= 0 && total < Double.POSITIVE_INFINITY)) {
        throw Frontier.mismatch("a weight of " + total + " for its vertices");
      }
      return total;
    }

    /** As many as were asked for. */
    int[] masters(int draws) {
      boolean good = masters.length == draws;
      for (int master : masters) {
        good &= master >= 0;
      }
      if (!good) {
        throw Frontier.mismatch(masters.length + " of " + draws + " vertices drawn");
      }
      return masters;
    }

    @Override
    public long bytes() {
      return 8 + 4L * masters.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 8L * bits.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    final int types = asked.topology().types().vertexTypes();
    if (vertexType < ANY_TYPE || vertexType >= types) {
      throw new GraphemberException(
          SamplingError.VERTEX_TYPE_UNKNOWN,
          "The graph has %d vertex types, numbered from 0; there is none with number %d."
              .formatted(types, vertexType));
    }
    final boolean all = vertexType == ANY_TYPE;
    final int from = all ? 0 : asked.topology().types().start(vertexType);
    final int count =
        all ? asked.topology().masters() : asked.topology().types().masters(vertexType);
    final double total = byDegree ? asked.degreeTable(vertexType).total() : count;
    int[] masters = new int[total > 0 ? bits.length : 0];
    for (int i = 0; i < masters.length; i++) {
      masters[i] =
          byDegree
              ? asked.degreeTable(vertexType).draw(bits[i])
              : from + CounterRandom.bounded(bits[i], count);
    }
    return new Reply(total, masters);
  }
}
