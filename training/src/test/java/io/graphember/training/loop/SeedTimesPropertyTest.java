// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.sampling.TimeLimit;
import io.graphember.training.task.LabeledVertices;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What a batch meets of seeds that have times of their own. */
class SeedTimesPropertyTest {
  private static final int VERTICES = 30;

  private static LabeledVertices seeds(PartitionedGraph graph, long key) {
    long[] vids = new long[VERTICES];
    long[] times = new long[VERTICES];
    Arrays.setAll(vids, v -> graph.vid(String.valueOf(v)));
    Arrays.setAll(times, v -> CounterRandom.bounded(CounterRandom.bits(key, v), 5) - 1);
    return new LabeledVertices(vids, new int[VERTICES], times);
  }

  @Property(tries = 60)
  void noEdgeIsMetThatIsNotBeforeItsSeed(
      @ForAll long key,
      @ForAll @IntRange(min = 1, max = 3) int partitions,
      @ForAll @IntRange(min = 1, max = 3) int hops,
      @ForAll @IntRange(min = -1, max = 4) int fanout) {
    PartitionedGraph graph =
        PartitionedGraph.load(
            ValuedGraph.random(VERTICES, 200, 2, key),
            PartitionedGraph.settings(partitions, "hash-2d"));
    // a batch is a part of an epoch in an order that was drawn: times go with their vertices
    LabeledVertices all = seeds(graph, key);
    LabeledVertices batch = all.shuffled(key).range(5, 20);
    for (int i = 0; i < batch.size(); i++) {
      final long vid = batch.vids()[i];
      final int at = Arrays.stream(all.vids()).boxed().toList().indexOf(vid);
      assertThat(batch.times()[i]).isEqualTo(all.times()[at]);
    }
    HopRules rules =
        new HopRules(
            Collections.nCopies(hops, List.of(EdgeRule.in(fanout).ofType(0))),
            false,
            TimeLimit.SEED);
    MemoryCluster cluster = new MemoryCluster(graph, 2, Courier.direct(), 0);
    try (HopSampler sampler =
        HopSampler.of(
            cluster, new Replies(Cancellation.NEVER, 10_000), rules, false, false, false)) {
      sampler.start(batch.vids(), batch.times(), rules, ExcludedEdges.NONE, key);
      for (int h = 0; h < hops; h++) {
        sampler.nextHop();
      }
      requirePast(graph, sampler.result(), batch.times());
    }
  }

  private static void requirePast(PartitionedGraph graph, EdgeNeighborhood got, long[] times) {
    for (int h = 0; h < got.edges().size(); h++) {
      SampledHop hop = got.neighborhood().hops().get(h);
      SampledEdges edges = got.edges().get(h);
      for (int v = 0; v < hop.destinations(); v++) {
        for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
          final long met =
              graph.partition(edges.partitions()[e]).edgeData().times()[edges.numbers()[e]];
          assertThat(met).isLessThan(times[got.seedOf()[v]]);
          assertThat(got.seedOf()[hop.neighbors()[e]]).isEqualTo(got.seedOf()[v]);
        }
      }
    }
  }
}
