// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.OwnerCalls;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.Replies;
import io.graphember.schema.Split;
import io.graphember.training.task.DealtVertices;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import java.util.List;

/** Brings a trainer its vertices from the owners of their partitions. Any thread. */
public final class TrainerSeeds {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Replies replies;

  public TrainerSeeds(NodeCalls calls, LiveJob job, Replies replies) {
    this.calls = calls;
    this.job = job;
    this.replies = replies;
  }

  /**
   * The vertices of a trainer: one message to each owner and split.
   *
   * @throws io.graphember.spi.error.GraphemberException cancelled, or what an owner failed with
   */
  public SplitVertices of(SeedPlan plan, int rank, int trainers) {
    return new SplitVertices(
        dealt(plan, Split.TRAIN, rank, trainers),
        dealt(plan, Split.VALID, rank, trainers),
        dealt(plan, Split.TEST, rank, trainers),
        plan.classes());
  }

  private DealtVertices dealt(SeedPlan plan, Split split, int rank, int trainers) {
    List<SeedRun> runs = plan.runs(split, rank, trainers);
    LongArray vids = new LongArray(16);
    IntArray labels = new IntArray(16);
    LongArray times = new LongArray(16);
    if (!runs.isEmpty()) {
      for (LabeledVertices some : ask(plan.rule(), runs)) {
        vids.addAll(some.vids(), 0, some.size());
        labels.addAll(some.labels(), 0, some.size());
        times.addAll(some.times(), 0, some.times().length);
      }
    }
    return new DealtVertices(
        new LabeledVertices(vids.toArray(), labels.toArray(), times.toArray()), plan.total(split));
  }

  private List<LabeledVertices> ask(SplitRule rule, List<SeedRun> runs) {
    return replies.await(
        new OwnerCalls(calls, job.owners())
            .send(
                runs,
                SeedRun::partition,
                (owner, some) ->
                    calls.send(
                        owner,
                        NodeThreads.STORAGE_EXECUTOR,
                        new SeedMessages.Vertices(
                            job.plan().job(), job.plan().epoch(), rule, some))),
        "the vertices to train on");
  }
}
