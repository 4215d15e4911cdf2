// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTypes;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition for the first master of each vertex type. */
final class TypeStarts implements PartitionRequest<TypeStarts.Reply> {
  private final int partition;

  TypeStarts(int partition) {
    this.partition = partition;
  }

  /** The first master of each type, then the number of masters. */
  static final class Reply implements PartitionReply {
    private final int[] starts;

    Reply(int[] starts) {
      this.starts = starts;
    }

    /** Ascending from 0. */
    int[] starts() {
      boolean good = starts.length > 1 && starts[0] == 0;
      for (int t = 1; t < starts.length; t++) {
        good &= starts[t - 1] <= starts[t];
      }
      if (!good) {
        throw new GraphemberException(
            SamplingError.REPLY_MISMATCH,
            "A partition answered with %d starts of vertex types that do not ascend from 0."
                .formatted(starts.length));
      }
      return starts;
    }

    @Override
    public long bytes() {
      return 4L * starts.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    PartitionTypes types = asked.topology().types();
    int[] starts = new int[types.vertexTypes() + 1];
    for (int t = 0; t < starts.length; t++) {
      starts[t] = types.start(t);
    }
    return new Reply(starts);
  }
}
