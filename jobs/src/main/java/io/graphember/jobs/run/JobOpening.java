// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.record.JobRecord;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Opens the slabs of a job on the nodes that own its partitions, each time in a new placement
 * epoch. Used by the coordinator's thread.
 */
final class JobOpening {
  private final JobParts parts;
  private final long job;
  private final JobSettings settings;
  private final Cancellation cancellation;
  private int epoch;
  private boolean begun;
  private boolean primaries; // each second time: a backup of a new node may not be complete yet

  JobOpening(JobParts parts, JobRecord record, JobSettings settings, Cancellation cancellation) {
    this.parts = parts;
    this.job = record.job();
    this.settings = settings;
    this.cancellation = cancellation;
    this.epoch = record.epochBase();
    this.begun = epoch > 0;
  }

  /** True if the topology was not what the plan took it for. */
  static boolean moved(GraphemberException failure) {
    return failure.is(NodeError.NOT_OWNER) || failure.is(NodeError.NODE_LOST);
  }

  /**
   * Opens in the next placement epoch.
   *
   * @param backend name of the engine's backend; empty if the job needs none
   * @throws GraphemberException what a node refuses with; see {@link #moved}
   */
  JobNodes open(GraphInfo graph, String backend) {
    cancellation.check();
    epoch++;
    final JobPlan plan =
        new Placement(
                parts.cluster(),
                parts.states(),
                new TrainerNodes(parts.states(), parts.calls(), begun),
                cancellation)
            .plan(job, epoch, graph, settings, backend, parts.owner(), primaries);
    begun = true; // nodes that take new work were found, whatever becomes of them
    final JobNodes nodes =
        new JobNodes(parts.calls(), plan, new Relocation(parts.cluster(), parts.states(), plan));
    List<CompletableFuture<Done>> opened = new ArrayList<>();
    for (UUID node : nodes.all()) {
      opened.add(nodes.send(node, new NodeMessages.Open(nodes.plan())));
    }
    try {
      nodes.await(opened, cancellation, () -> {});
      primaries = false;
      return nodes;
    } catch (RuntimeException e) {
      primaries = !primaries;
      nodes.release();
      throw e;
    }
  }
}
