// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.observe.ValueHistogram;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.run.CoordinatorMessages;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.training.epoch.EpochReport;
import io.graphember.training.job.task.Objective;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Tells coordinators how far the trainers of this node are; trainer 0 speaks for all. */
final class ProgressReports {
  private final NodeCalls calls;

  @Inject
  ProgressReports(NodeCalls calls) {
    this.calls = calls;
  }

  Reporter of(LiveJob job, int rank) {
    return new Reporter(job, rank == 0);
  }

  static EpochInfo info(EpochReport report, Objective task) {
    return new EpochInfo(
        report.epoch(),
        report.seconds(),
        report.waitSeconds(),
        report.train().loss(),
        TestFigures.orNull(task.figure(report.valid().quality())),
        report.best(),
        (double) report.learningRate(),
        null);
  }

  /** Speaks for one trainer. Used by one thread. */
  final class Reporter {
    private final LiveJob job;
    private final boolean speaks;
    private JobPhase phase = JobPhase.OPEN;
    // One after the other, so that epochs arrive in their order; nobody waits for them.
    private CompletableFuture<Done> last = CompletableFuture.completedFuture(Done.DONE);

    private Reporter(LiveJob job, boolean speaks) {
      this.job = job;
      this.speaks = speaks;
    }

    void phase(JobPhase next) {
      phase = next;
      send(Optional.empty());
    }

    /**
     * An epoch is done.
     *
     * @param layout of the parameters
     * @param weights the parameters
     * @param gradients of the last update
     */
    void epoch(EpochReport report, ParameterLayout layout, float[] weights, float[] gradients) {
      job.work().waited(report.waitSeconds());
      if (!speaks) {
        return;
      }
      final EpochInfo info = info(report, job.settings().ofModel().task().objective());
      send(
          Optional.of(
              job.settings().train().training().observe().histograms()
                  ? info.with(
                      new EpochInfo.Histograms(
                          histograms(layout, weights), histograms(layout, gradients)))
                  : info));
    }

    private static List<ValueHistogram> histograms(ParameterLayout layout, float[] values) {
      return values.length == 0
          ? List.of()
          : layout.parameters().stream()
              .map(
                  of ->
                      ValueHistogram.of(of.name(), values, of.offset(), of.offset() + of.length()))
              .toList();
    }

    /** A checkpoint is complete. */
    void kept() {
      send(new CoordinatorMessages.Kept(job.plan().job()));
    }

    private void send(Optional<EpochInfo> epoch) {
      send(new CoordinatorMessages.Trained(job.plan().job(), phase, epoch));
    }

    private void send(Message<Done> message) {
      if (speaks) {
        last =
            last.handle((taken, failure) -> Done.DONE)
                .thenCompose(
                    previous ->
                        calls.send(
                            job.plan().coordinator(), NodeThreads.STORAGE_EXECUTOR, message));
      }
    }
  }
}
