// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.Partitioner;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is estimated is about what a load takes. */
class LoadEstimateTest {
  private static GraphSource graph(int vertices, int edges, int features) {
    return GraphSource.of(
        new GraphHeader(KeyKind.INT64, features, false),
        feed -> {
          float[] row = new float[features];
          for (long v = 0; v < vertices; v++) {
            feed.vertex(CounterRandom.mix(v), row);
          }
          for (long e = 0; e < edges; e++) {
            long from = CounterRandom.bounded(CounterRandom.bits(1, e), vertices);
            long to = CounterRandom.bounded(CounterRandom.bits(2, e), vertices);
            feed.edge(CounterRandom.mix(from), CounterRandom.mix(to));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "hash-2d, 20000, 400000, 16, FLOAT32",
    "adadne, 20000, 400000, 16, FLOAT32",
    "hash-2d, 200000, 100000, 0, FLOAT32",
    "adadne, 200000, 100000, 0, FLOAT32",
    "hash-2d, 20000, 400000, 48, FLOAT16",
    "hash-2d, 20000, 400000, 48, BFLOAT16"
  })
  void isAboutWhatALoadTakes(
      String name, int vertices, int edges, int features, FeaturePrecision precision) {
    GraphSettings settings = PartitionedGraph.settings(8, name).with(precision);
    Partitioner partitioner = new Partitioners(getClass().getClassLoader()).get(name);
    MemoryBudget budget = new MemoryBudget(1L << 30);
    long[] stored = {0};
    long[] live;
    try (GraphSource source = graph(vertices, edges, features);
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
    try (GraphSource source = graph(vertices, edges, features)) {
      estimate =
          LoadEstimate.of(
              source.header(),
              new ExpectedSize(new long[] {vertices}, edges, true),
              settings,
              partitioner);
    }
    long liveBytes = 0;
    for (long bytes : live) {
      liveBytes += bytes;
    }
    // A load is refused by it, so it must not be more than is taken.
    assertThat(estimate.least()).isBetween(budget.peakBytes() / 3, budget.peakBytes());
    about("loading", estimate.loading(), budget.peakBytes());
    about("stored", estimate.stored(), stored[0]);
    about("live", estimate.live(), liveBytes);
  }

  /** What a client says is hostile: no size that passes may overflow. */
  @Test
  void theLargestSizesDoNotOverflow() {
    final long most = 1L << 34;
    VertexType[] types = new VertexType[GraphHeader.MAX_VERTEX_TYPES];
    Arrays.setAll(
        types,
        t -> new VertexType("t" + t, KeyKind.STRING, VertexType.MAX_FEATURE_DIM, true, false));
    GraphHeader header =
        new GraphHeader(
            List.of(types),
            List.of(
                new EdgeType(
                    "e", 0, 1, new EdgeAttributes(true, true, VertexType.MAX_FEATURE_DIM))));
    long[] vertices = new long[types.length];
    Arrays.fill(vertices, most);
    for (String name : List.of("adadne", "hdrf")) {
      LoadEstimate estimate =
          LoadEstimate.of(
              header,
              new ExpectedSize(vertices, most, false),
              PartitionedGraph.settings(Vid.MAX_PARTITIONS - 1, name),
              new Partitioners(getClass().getClassLoader()).get(name));
      assertThat(estimate.least()).isGreaterThan(1L << 55);
      assertThat(estimate.loading()).isGreaterThan(1L << 55);
      assertThat(estimate.live()).isGreaterThan(1L << 55);
    }
  }

  private static void about(String what, long estimated, long taken) {
    assertThat((double) estimated / taken).as(what).isBetween(0.65, 1.6);
  }
}
