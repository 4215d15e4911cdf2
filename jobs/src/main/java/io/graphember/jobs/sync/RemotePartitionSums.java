// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.training.tgar.PartitionSums;
import java.util.List;

/** What partitions of this node contribute, between nodes, see {@link SumRounds}. */
public final class RemotePartitionSums implements PartitionSums {
  private final SumRounds rounds;

  /**
   * The sums of a node.
   *
   * @param partitions that it computes, ascending
   */
  public RemotePartitionSums(NodeCalls calls, LiveJob job, Replies replies, int[] partitions) {
    this.rounds = new SumRounds(calls, job, replies, partitions);
  }

  @Override
  public Sum add(List<float[]> values, List<double[]> metrics) {
    JobSums.Sum sum = rounds.next(values, metrics);
    return new Sum(sum.values(), sum.metrics());
  }
}
