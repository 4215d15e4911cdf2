// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.training.sync.Collective;
import java.util.List;

/** The collective of a trainer between nodes, see {@link SumRounds}. */
public final class RemoteCollective implements Collective {
  private final LiveJob job;
  private final int rank;
  private final SumRounds rounds;

  /** The collective of one trainer. */
  public RemoteCollective(NodeCalls calls, LiveJob job, Replies replies, int rank) {
    this.job = job;
    this.rank = rank;
    this.rounds = new SumRounds(calls, job, replies, new int[] {rank});
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return job.plan().trainers().length;
  }

  @Override
  public void allReduce(float[] values, double[] metrics) {
    if (size() == 1) {
      return;
    }
    JobSums.Sum sum = rounds.next(List.of(values), List.of(metrics));
    System.arraycopy(sum.values(), 0, values, 0, values.length);
    System.arraycopy(sum.metrics(), 0, metrics, 0, metrics.length);
  }
}
