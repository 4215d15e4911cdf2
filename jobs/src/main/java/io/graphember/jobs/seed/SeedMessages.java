// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.training.task.LabeledVertices;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;

/** What is asked of the owners of partitions about the vertices that a job learns. */
public final class SeedMessages implements MessageGroup {
  private final LiveStore jobs;

  @Inject
  SeedMessages(LiveStore jobs) {
    this.jobs = jobs;
  }

  /** Asks how many masters of each partition are labelled. */
  record Labels(long job, int epoch, int[] partitions) implements Message<List<LabelCounts>> {}

  /** Asks how many of them are in each split. */
  record Splits(long job, int epoch, int[] partitions, SplitRule rule)
      implements Message<List<PartitionSplits>> {}

  /** Asks for the vertices of a trainer. */
  record Vertices(long job, int epoch, SplitRule rule, List<SeedRun> runs)
      implements Message<List<LabeledVertices>> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Labels.class, this::labels);
    handlers.answer(Splits.class, this::splits);
    handlers.answer(Vertices.class, this::vertices);
  }

  private List<LabelCounts> labels(Labels asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return Arrays.stream(asked.partitions())
        .mapToObj(p -> PartitionLabels.of(live, p).counts())
        .toList();
  }

  private List<PartitionSplits> splits(Splits asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return Arrays.stream(asked.partitions())
        .mapToObj(p -> PartitionLabels.of(live, p).splits(asked.rule()))
        .toList();
  }

  private List<LabeledVertices> vertices(Vertices asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return asked.runs().stream()
        .map(run -> PartitionLabels.of(live, run.partition()).vertices(asked.rule(), run))
        .toList();
  }
}
