// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WalkBatchesTest {
  private static final SampleGraph GRAPH = SampleGraph.random(37, 200, 4);
  private static final PartitionedGraph LOADED = PartitionedGraph.load(GRAPH, 5, "hash-2d");
  private static final Replies REPLIES = new Replies(Cancellation.NEVER, 10_000);

  private static WalkPlan plan(Optional<WalkRule> walk, int trainers, double subsample) {
    return new WalkPlan(walk, 3, 4, subsample, 5, trainers, 9);
  }

  private static WalkBatches batches(WalkPlan plan, int rank, MemoryCluster cluster) {
    long[] masters = new long[5];
    for (int p = 0; p < 5; p++) {
      masters[p] = LOADED.partition(p).topology().masters();
    }
    return new WalkBatches(plan, rank, masters, 200, cluster, REPLIES);
  }

  private static MemoryCluster here() {
    return new MemoryCluster(LOADED, 1, Courier.direct(), 0);
  }

  @Property(tries = 200, seed = "3")
  void aSeedOrderNamesEveryNumberOnce(@ForAll @IntRange(min = 1, max = 300) int size) {
    StartOrder order = new StartOrder(size, 7);
    BitSet seen = new BitSet();
    for (int i = 0; i < size; i++) {
      seen.set(Math.toIntExact(order.at(i)));
    }
    assertThat(seen.cardinality()).isEqualTo(size);
    assertThat(seen.length()).isEqualTo(size);
  }

  @Test
  void seedOrdersOfTwoKeysDiffer() {
    StartOrder one = new StartOrder(1_000_003, 1);
    StartOrder other = new StartOrder(1_000_003, 2);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
      same += one.at(i) == other.at(i) ? 1 : 0;
    }
    assertThat(same).isLessThan(5);
  }

  /** Trainers take disjoint seeds, and an epoch starts a walk at every vertex. */
  @Test
  void anEpochStartsAtEveryVertexOnce() {
    WalkPlan plan = plan(Optional.of(WalkRule.uniform(6)), 3, 0);
    assertThat(plan.stepsPerEpoch(37)).isEqualTo(3);
    for (int epoch = 0; epoch < 2; epoch++) {
      List<Long> starts = new ArrayList<>();
      for (int rank = 0; rank < 3; rank++) {
        try (WalkBatches batches = batches(plan, rank, here())) {
          for (int step = 3 * epoch; step < 3 * epoch + 3; step++) {
            WalkBatch batch = batches.batch(step);
            int from = 0;
            for (int end : batch.ends()) {
              starts.add(batch.vids()[batch.tokens()[from]]);
              from = end;
            }
          }
        }
      }
      assertThat(starts).hasSize(37).doesNotHaveDuplicates();
    }
  }

  @Test
  void placesFollowEdgesAndNegativesAreOthers() {
    Set<String> edges = new HashSet<>(GRAPH.edgeCounts().keySet());
    try (WalkBatches batches = batches(plan(Optional.of(WalkRule.uniform(6)), 1, 0), 0, here())) {
      WalkBatch batch = batches.batch(1);
      assertThat(batch.ends()).hasSize(5);
      assertThat(batch.walked()).isEqualTo(batch.tokens().length);
      int from = 0;
      for (int end : batch.ends()) {
        for (int place = from; place < end; place++) {
          assertThat(batch.tokens()[place]).isLessThan(batch.inputs());
          if (place > from) {
            assertThat(edges).contains(key(batch, place - 1) + ">" + key(batch, place));
          }
        }
        from = end;
      }
      assertThat(batch.negatives()).hasSize(4 * batch.tokens().length);
      for (int place = 0; place < batch.tokens().length; place++) {
        int[] own =
            Arrays.stream(batch.negatives(), 4 * place, 4 * place + 4)
                .filter(negative -> negative != WalkBatch.NONE)
                .toArray();
        assertThat(own).doesNotHaveDuplicates().doesNotContain(batch.tokens()[place]);
      }
      assertThat(Arrays.stream(batch.vids()).distinct().count()).isEqualTo(batch.vids().length);
    }
  }

  private static Object key(WalkBatch batch, int place) {
    return LOADED.key(batch.vids()[batch.tokens()[place]]);
  }

  @Test
  void withoutWalksEdgesAreDrawn() {
    Set<String> edges = new HashSet<>(GRAPH.edgeCounts().keySet());
    try (WalkBatches batches = batches(plan(Optional.empty(), 1, 0), 0, here())) {
      WalkBatch batch = batches.batch(3);
      assertThat(batches.walks()).isEqualTo(200);
      assertThat(batch.tokens()).hasSize(10);
      for (int place = 0; place < 10; place += 2) {
        assertThat(edges).contains(key(batch, place) + ">" + key(batch, place + 1));
      }
    }
  }

  @Test
  void aBatchDependsOnNothingElse() {
    for (double subsample : new double[] {0, 0.01}) {
      WalkPlan plan = plan(Optional.of(WalkRule.uniform(6)), 2, subsample);
      WalkBatch expected;
      try (WalkBatches batches = batches(plan, 1, here())) {
        expected = batches.batch(2);
      }
      MemoryCluster elsewhere = new MemoryCluster(LOADED, 3, Courier.shuffled(2), 1);
      try (WalkBatches batches = batches(plan, 1, elsewhere)) {
        batches.batch(0);
        assertThat(batches.batch(2)).usingRecursiveComparison().isEqualTo(expected);
      }
    }
  }

  /** The more edges a vertex has, the more of its visits are left out. */
  @Test
  void popularVerticesAreLeftOutMoreOften() {
    Map<Long, int[]> visits = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      WalkPlan plan =
          new WalkPlan(Optional.of(WalkRule.uniform(20)), 3, 1, i == 0 ? 0 : 0.02, 37, 1, 9);
      try (WalkBatches batches = batches(plan, 0, here())) {
        for (int step = 0; step < 100; step++) {
          WalkBatch batch = batches.batch(step);
          for (int token : batch.tokens()) {
            visits.computeIfAbsent(batch.vids()[token], vid -> new int[2])[i]++;
          }
        }
      }
    }
    Map<String, Integer> counts = new HashMap<>();
    GRAPH
        .edgeCounts()
        .forEach(
            (edge, count) -> {
              for (String end : edge.split(">")) {
                counts.merge(end, ((Number) count).intValue(), Integer::sum);
              }
            });
    visits.forEach(
        (vid, both) -> {
          final double ratio = 0.02 * 2 * 200 / counts.get(LOADED.key(vid).toString());
          final double kept = Math.min(1, (Math.sqrt(1 / ratio) + 1) * ratio);
          final double deviation = Math.sqrt(both[0] * kept * (1 - kept));
          // The same walks in both: of both[0] visits each stays by itself; 5 deviations.
          assertThat((double) both[1])
              .isBetween(both[0] * kept - 5 * deviation - 1, both[0] * kept + 5 * deviation + 1);
        });
  }
}
