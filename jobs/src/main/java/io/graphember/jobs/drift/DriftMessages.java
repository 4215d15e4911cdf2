// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import io.graphember.graph.store.GraphPartition;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.RowKind;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;

/** What is asked of the owners of partitions about the features of a version of a graph. */
public final class DriftMessages implements MessageGroup {
  private final LiveStore jobs;

  @Inject
  DriftMessages(LiveStore jobs) {
    this.jobs = jobs;
  }

  /**
   * Asks for a sample of the rows of a vertex type of each partition.
   *
   * @param rows of each
   */
  record Rows(long job, int epoch, int[] partitions, int vertexType, int rows)
      implements Message<List<FeatureSample>> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Rows.class, this::rows);
  }

  private List<FeatureSample> rows(Rows asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return Arrays.stream(asked.partitions()).mapToObj(p -> sample(live, asked, p)).toList();
  }

  private static FeatureSample sample(LiveJob live, Rows asked, int number) {
    final GraphPartition partition = live.partition(number);
    return FeatureSample.draw(
        partition,
        asked.vertexType(),
        partition.inputRows(live.rowDim(RowKind.VERTICES)),
        live.graph().vertexTypes().get(asked.vertexType()).featureDim(),
        asked.rows());
  }
}
