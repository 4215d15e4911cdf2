// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.jobs.fit.LabelSplit;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.message.Message;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.training.job.JobSettings;
import io.graphember.training.task.SplitDraw;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Plans which vertices a job learns: asks the owners of all partitions for numbers alone. */
public final class SeedPlanner {
  private final Owners owners;
  private final JobPlan plan;

  /** Asks owners and waits for all of them. */
  public interface Owners {
    /**
     * Asks.
     *
     * @param message what is asked about some partitions
     * @return what is said of each partition, in their order
     */
    <R> List<R> ask(Function<int[], Message<List<R>>> message);
  }

  public SeedPlanner(Owners owners, JobPlan plan) {
    this.owners = owners;
    this.plan = plan;
  }

  /**
   * The plan of a job that learns vertices.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.training.TrainingError#TASK_UNFIT} if the labels do not fit the task, or none
   *     is to be trained on
   */
  public SeedPlan plan() {
    JobSettings settings = plan.settings();
    List<LabelCounts> labels =
        owners.ask(some -> new SeedMessages.Labels(plan.job(), plan.epoch(), some));
    LabelSplit.require(settings, sum(labels));
    final SplitRule rule = rule(settings, labels);
    return SeedPlan.of(
        rule, owners.ask(some -> new SeedMessages.Splits(plan.job(), plan.epoch(), some, rule)));
  }

  private SplitRule rule(JobSettings settings, List<LabelCounts> labels) {
    final long[] first = new long[labels.size()];
    IntStream.range(1, first.length)
        .forEach(p -> first[p] = first[p - 1] + labels.get(p - 1).labelled());
    final Optional<SplitDraw> drawn =
        LabelSplit.drawn(settings)
            .map(fractions -> SplitDraw.of(sum(labels).labelled(), fractions, settings.seed()));
    return new SplitRule(drawn, first, classes(settings));
  }

  private int classes(JobSettings settings) {
    return settings.train().task().balanceClasses()
        ? GraphTask.of(plan.graph(), settings).shape().classes()
        : 0;
  }

  private static LabelCounts sum(List<LabelCounts> labels) {
    return labels.stream().reduce(LabelCounts.NONE, LabelCounts::plus);
  }
}
