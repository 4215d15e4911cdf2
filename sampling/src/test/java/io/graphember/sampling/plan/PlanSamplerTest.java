// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.fixture.PartitionedGraph;
import io.graphember.graph.fixture.SampleGraph;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.NegativeRule;
import io.graphember.sampling.op.NegativeRule.Choice;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.sampling.op.WalkRule;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PlanSamplerTest {
  private static final EdgeRule ALL = EdgeRule.both(UniformNeighbors.ALL);

  private static SamplingPlan.Builder unsupervised() {
    return SamplingPlan.ofSeeds()
        .positives(WalkRule.uniform(1))
        .negatives(NegativeRule.of(Choice.UNIFORM, 2));
  }

  /** ByteGNN, figure 6: what may run once what is done. */
  @Test
  void operatorsDependOnWhatTheyTake() {
    SamplingPlan supervised =
        SamplingPlan.ofSeeds().hop(EdgeRule.in(15)).hop(EdgeRule.in(10)).features().build();
    assertThat(supervised.operators().stream().map(Operator::inputs).toList())
        .isEqualTo(List.of(List.of(), List.of(0), List.of(1), List.of(0, 1, 2)));
    SamplingPlan other =
        unsupervised().hop(EdgeRule.in(15)).hop(EdgeRule.in(10)).features().build();
    assertThat(other.operators().stream().map(Operator::inputs).toList())
        .isEqualTo(
            List.of(
                List.of(),
                List.of(0),
                List.of(0, 1),
                List.of(0, 1, 2),
                List.of(3),
                List.of(0, 1, 2, 3, 4)));
    for (SamplingPlan plan : List.of(supervised, other)) {
      for (int id = 0; id < plan.operators().size(); id++) {
        final int number = id;
        assertThat(plan.operators().get(id).id()).isEqualTo(id);
        assertThat(plan.operators().get(id).inputs()).allMatch(input -> input < number);
      }
    }
    assertThat(other.hops()).allMatch(Operator.Hop::excludePositives);
    assertThat(supervised.hops()).noneMatch(Operator.Hop::excludePositives);
  }

  @Property(tries = 60, seed = "91")
  void theEdgesToPredictAreNotInTheNeighborhood(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 5) int partitions) {
    SampleGraph graph = SampleGraph.random(14, 60, key);
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, "hash-2d");
    MemoryCluster cluster = new MemoryCluster(loaded, 2, Courier.direct(), 1);
    Replies replies = new Replies(Cancellation.NEVER, 10_000);
    long[] seeds = new long[8];
    Arrays.setAll(seeds, v -> loaded.vid(graph.keyOf(v)));
    for (boolean guarded : new boolean[] {true, false}) {
      SamplingPlan.Builder builder = guarded ? unsupervised() : unsupervised().keepPositives();
      PlannedBatch batch =
          new PlanSampler(cluster, replies, builder.hop(ALL).hop(ALL).build()).sample(seeds, key);
      long[] vids = batch.neighborhood().neighborhood().vids();
      assertThat(batch.negatives()).hasSize(2 * batch.seeds().length);
      for (int i = 0; i < batch.seeds().length; i++) {
        String from = loaded.key(vids[batch.seeds()[i]]);
        String to = loaded.key(vids[batch.positives()[i]]);
        assertThat(graph.edgeCounts()).containsKey(from + ">" + to);
        boolean met = false;
        for (SampledHop hop : batch.neighborhood().neighborhood().hops()) {
          met |= meets(hop, batch.seeds()[i], batch.positives()[i]);
          met |= meets(hop, batch.positives()[i], batch.seeds()[i]);
        }
        assertThat(met).isEqualTo(!guarded);
      }
    }
  }

  private static boolean meets(SampledHop hop, int destination, int source) {
    for (int e = hop.offsets()[destination]; e < hop.offsets()[destination + 1]; e++) {
      if (hop.neighbors()[e] == source) {
        return true;
      }
    }
    return false;
  }

  @Test
  void plansThatMakeNoSenseAreRefused() {
    Map<String, Runnable> wrong =
        Map.of(
            "A plan has at least one hop.",
            () -> SamplingPlan.ofSeeds().build(),
            "A hop has at least one rule.",
            () -> SamplingPlan.ofSeeds().hop(),
            "Positives come once, right after the seeds.",
            () -> SamplingPlan.ofSeeds().hop(ALL).positives(WalkRule.uniform(1)),
            "Negatives come once, right after the positives.",
            () -> SamplingPlan.ofSeeds().negatives(NegativeRule.of(Choice.UNIFORM, 1)),
            "What hops leave out is said before the first of them.",
            () -> SamplingPlan.ofSeeds().hop(ALL).keepPositives(),
            "Hops come before the features.",
            () -> SamplingPlan.ofSeeds().features().hop(ALL),
            "Features are fetched once.",
            () -> SamplingPlan.ofSeeds().hop(ALL).features().features());
    wrong.forEach(
        (message, action) ->
            assertThatThrownBy(action::run)
                .isInstanceOf(GraphemberException.class)
                .hasMessage(message));
  }
}
