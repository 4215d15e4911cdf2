// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.GraphSettings;
import io.graphember.graph.fixture.PartitionedGraph;
import io.graphember.graph.partition.Partitioners;
import io.graphember.ingest.ExpectedSize;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyKind;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.Partitioner;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is estimated is about what a load takes. */
class LoadEstimateTest {
  private static final int VERTICES = 20_000;
  private static final int EDGES = 400_000;
  private static final int FEATURES = 16;

  private static GraphSource graph() {
    return GraphSource.of(
        new GraphHeader(KeyKind.INT64, FEATURES, false),
        feed -> {
          float[] row = new float[FEATURES];
          for (long v = 0; v < VERTICES; v++) {
            feed.vertex(CounterRandom.mix(v), row);
          }
          for (long e = 0; e < EDGES; e++) {
            long from = CounterRandom.bounded(CounterRandom.bits(1, e), VERTICES);
            long to = CounterRandom.bounded(CounterRandom.bits(2, e), VERTICES);
            feed.edge(CounterRandom.mix(from), CounterRandom.mix(to));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash-2d", "adadne"})
  void isAboutWhatALoadTakes(String name) {
    GraphSettings settings = PartitionedGraph.settings(8, name);
    Partitioner partitioner = new Partitioners(getClass().getClassLoader()).get(name);
    MemoryBudget budget = new MemoryBudget(1L << 30);
    long[] stored = {0};
    long[] live;
    try (GraphSource source = graph();
        GraphStaging staging = new GraphStaging(settings, source.header(), budget)) {
      source.stream(staging, Cancellation.NEVER);
      live =
          new GraphBuilder(
                  settings,
                  partitioner,
                  Workers.CALLER,
                  Cancellation.NEVER,
                  (phase, done, total) -> {})
              .plan(staging, List.of())
              .write((key, block) -> stored[0] += block.length)
              .slabBytes();
    }
    LoadEstimate estimate;
    try (GraphSource source = graph()) {
      estimate =
          LoadEstimate.of(
              source.header(),
              new ExpectedSize(new long[] {VERTICES}, EDGES, true),
              settings,
              partitioner);
    }
    long liveBytes = 0;
    for (long bytes : live) {
      liveBytes += bytes;
    }
    about("loading", estimate.loading(), budget.peakBytes());
    about("stored", estimate.stored(), stored[0]);
    about("live", estimate.live(), liveBytes);
  }

  private static void about(String what, long estimated, long taken) {
    assertThat((double) estimated / taken).as(what).isBetween(0.65, 1.6);
  }
}
