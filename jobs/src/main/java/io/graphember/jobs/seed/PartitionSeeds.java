// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.graph.id.Vid;
import io.graphember.jobs.live.LiveJob;
import io.graphember.schema.Split;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.tgar.KnownMasters;
import io.graphember.training.tgar.PartitionSplits;
import io.graphember.training.tgar.SplitTotals;
import java.util.Arrays;
import java.util.List;

/** What a job learns of the partitions of this node, which compute its steps. Any thread. */
public final class PartitionSeeds {
  private final LiveJob job;
  private final SeedPlan plan;

  public PartitionSeeds(LiveJob job, SeedPlan plan) {
    this.job = job;
    this.plan = plan;
  }

  /**
   * The splits of partitions that are held here.
   *
   * @param partitions their numbers, ascending
   */
  public List<PartitionSplits> of(int[] partitions) {
    return Arrays.stream(partitions)
        .mapToObj(
            p ->
                new PartitionSplits(
                    p, known(p, Split.TRAIN), known(p, Split.VALID), known(p, Split.TEST)))
        .toList();
  }

  /** How many all partitions have. */
  public SplitTotals totals() {
    return new SplitTotals(
        plan.total(Split.TRAIN), plan.total(Split.VALID), plan.total(Split.TEST), plan.classes());
  }

  private KnownMasters known(int partition, Split split) {
    final int count = Math.toIntExact(plan.counts(split)[partition]);
    LabeledVertices vertices =
        PartitionLabels.of(job, partition)
            .vertices(plan.rule(), new SeedRun(partition, split, 0, count));
    int[] masters = Arrays.stream(vertices.vids()).mapToInt(Vid::local).toArray();
    return job.settings().ofModel().task().objective().targets()
        ? KnownMasters.ofTargets(
            masters, job.partition(partition).targetRows(job.task().vertexType()))
        : KnownMasters.ofClasses(masters, vertices.labels());
  }
}
