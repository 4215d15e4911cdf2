// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.DirectBuffer;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.sampling.edge.NegativeRule;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.evaluation.LinkScores;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.LinkDecoder;
import io.graphember.training.job.task.LinkLoss;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.ReplacedEnd;
import io.graphember.training.task.EdgeRanks;
import io.graphember.training.task.RankingCounts;
import io.graphember.training.task.Score;
import io.graphember.training.task.TypedEdges;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Edges are predicted. */
class LinkTrainingTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(300, 6);
  private static final int NEGATIVES = 2;
  private static final int EPOCHS = 12;

  /** Epochs after which a difference between placements would show. */
  private static final int SOME = 3;

  private static LinkPlan plan(LinkLoss loss) {
    final int edges = Math.toIntExact(JOB.graph().summary().edges());
    return new LinkPlan(
        1,
        loss,
        NegativeRule.of(NegativeRule.Choice.UNIFORM, NEGATIVES),
        1,
        NegativeRule.of(NegativeRule.Choice.UNIFORM, 9),
        new EdgePlan(List.of(), 0.2, 0, edges, 10_000, 77),
        ReplacedEnd.DESTINATION);
  }

  private static TrainingParameters parameters(LinkLoss loss, int epochs) {
    return new TrainingParameters(
        3,
        epochs,
        64,
        HopRules.in(4, 4),
        HopRules.in(6, 6),
        128,
        OptimizerPlan.adam(0.01f, 0),
        0,
        2,
        true,
        false,
        Objective.CLASSIFICATION,
        Optional.of(plan(loss)),
        Optional.empty(),
        Optional.empty());
  }

  private static LinkDraws draws(LinkLoss loss) {
    return new LinkDraws(
        new MemoryCluster(JOB.graph(), 2, Courier.direct()),
        new Replies(Cancellation.NEVER, 30_000),
        plan(loss),
        false);
  }

  private static Set<List<Long>> edges() {
    Set<List<Long>> edges = new HashSet<>();
    for (int p = 0; p < JOB.graph().partitions(); p++) {
      PartitionTopology topology = JOB.graph().partition(p).topology();
      for (int v = 0; v < topology.vertices(); v++) {
        for (int other : PartitionedGraph.list(topology.out().lists(), v)) {
          edges.add(List.of(topology.vid(p, v), topology.vid(p, other)));
        }
      }
    }
    return edges;
  }

  /** Groups of an edge and two vertices that its source has no edge to. */
  @Test
  void groupsAreEdgesAndTheirNegatives() {
    LinkPlan plan = plan(LinkLoss.BCE);
    Set<List<Long>> edges = edges();
    try (LinkDraws draws = draws(LinkLoss.BCE)) {
      for (int round = 0; round < 6; round++) {
        final EdgePart part = round % 2 == 1 ? EdgePart.VALID : EdgePart.TRAIN;
        draws.draw(new BatchTask.DrawnEdges(50, part), round);
        SeedPairs pairs = draws.pairs().seedPairs();
        assertThat(pairs.count()).isEqualTo(50 * (1 + NEGATIVES));
        Targets targets = draws.targets(0.5f);
        Loss.Labels labels = (Loss.Labels) targets.loss();
        for (int i = 0; i < pairs.count(); i++) {
          final long head = draws.pairs().ends()[pairs.heads().getInt(4 * i)];
          final long tail = draws.pairs().ends()[pairs.tails().getInt(4 * i)];
          final boolean edge = i % (1 + NEGATIVES) == 0;
          assertThat(edges.contains(List.of(head, tail))).isEqualTo(edge);
          assertThat(labels.labels().getFloat(4 * i)).isEqualTo(edge ? 1 : 0);
          if (edge) {
            assertThat(plan.edges().part(head, tail)).isEqualTo(part);
            assertThat(plan.edges().part(tail, head)).isEqualTo(part);
          }
        }
      }
      draws.draw(new BatchTask.DrawnEdges(0, EdgePart.TRAIN), 1);
      assertThat(draws.pairs().size()).isZero();
      assertThat(draws.pairs().ends()).isEmpty();
    }
  }

  /** A tail is one to three steps from its head; its first step is an edge of the part. */
  @Test
  void walksLeadToTheirTails() {
    LinkPlan edgePlan = plan(LinkLoss.BCE);
    LinkPlan plan =
        new LinkPlan(
            3,
            LinkLoss.BCE,
            new NegativeRule(NEGATIVES, NegativeRule.Choice.DEGREE, -1, false),
            1,
            edgePlan.test(),
            edgePlan.edges(),
            ReplacedEnd.DESTINATION);
    Map<Long, Set<Long>> next = new HashMap<>();
    edges().forEach(e -> next.computeIfAbsent(e.get(0), v -> new HashSet<>()).add(e.get(1)));
    int beyond = 0;
    try (LinkDraws draws =
        new LinkDraws(
            new MemoryCluster(JOB.graph(), 2, Courier.direct()),
            new Replies(Cancellation.NEVER, 30_000),
            plan,
            false)) {
      draws.draw(new BatchTask.DrawnEdges(100, EdgePart.TRAIN), 4);
      SeedPairs pairs = draws.pairs().seedPairs();
      assertThat(pairs.count()).isEqualTo(100 * (1 + NEGATIVES));
      for (int i = 0; i < pairs.count(); i += 1 + NEGATIVES) {
        final long head = draws.pairs().ends()[pairs.heads().getInt(4 * i)];
        final long tail = draws.pairs().ends()[pairs.tails().getInt(4 * i)];
        assertThat(tail).isNotEqualTo(head);
        Set<Long> near = new HashSet<>(next.get(head));
        beyond += near.contains(tail) ? 0 : 1;
        for (int step = 2; step <= 3; step++) {
          for (long vertex : List.copyOf(near)) {
            near.addAll(next.getOrDefault(vertex, Set.of()));
          }
        }
        assertThat(near).contains(tail);
      }
    }
    assertThat(beyond).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(LinkLoss.class)
  void edgesAreTold(LinkLoss loss) {
    ModelSpec spec =
        new ModelSpec(new GraphSage(), JOB.graph().summary().featureDim(), 16, 16, 2, 0f, 0f)
            .with(DecoderSpec.DOT);
    TrainingOutcome outcome = outcomes(spec, loss, EPOCHS, Placement.of(1, 1)).get(0);
    final double first = outcome.epochs().get(0).train().loss();
    assertThat(outcome.epochs().get(EPOCHS - 1).train().loss()).isLessThan(first);
    if (loss != LinkLoss.BCE) { // which begins with finding where 0 is
      // Communities tell some of the edges; chance is a half.
      assertThat(outcome.epochs().get(outcome.bestEpoch() - 1).valid().quality())
          .isGreaterThan(0.6);
    }
    assertThat(outcomes(spec, loss, SOME, Placement.of(3, 1)).get(0).parameters())
        .isEqualTo(outcomes(spec, loss, SOME, Placement.of(1, 1)).get(0).parameters());
    List<TrainingOutcome> two = outcomes(spec, loss, SOME, Placement.of(2, 2));
    assertThat(two.get(0).parameters()).isEqualTo(two.get(1).parameters());
  }

  private static List<TrainingOutcome> outcomes(
      ModelSpec spec, LinkLoss loss, int epochs, Placement where) {
    return JOB.run(
        spec,
        where,
        (context, session) ->
            new TrainingLoop(context, parameters(loss, epochs), session, report -> {})
                .train(JOB.split()));
  }

  /** Ranks do not depend on who computes them; an edge that is in the graph is not met. */
  @ParameterizedTest
  @EnumSource(LinkDecoder.class)
  void testEdgesAreRanked(LinkDecoder decoder) {
    ModelSpec spec =
        new ModelSpec(new GraphSage(), JOB.graph().summary().featureDim(), 16, 16, 2, 0f, 0f)
            .with(decoder.spec(8, 1));
    List<List<Long>> some = edges().stream().limit(500).toList();
    TypedEdges edges =
        new TypedEdges(
            some.stream().mapToLong(edge -> edge.get(0)).toArray(),
            some.stream().mapToLong(edge -> edge.get(1)).toArray(),
            new int[some.size()]);
    List<Optional<LinkScores>> scores = new ArrayList<>();
    for (Placement where : List.of(Placement.of(1, 1), Placement.of(3, 2))) {
      scores.addAll(
          JOB.run(
              spec,
              where,
              (context, session) -> {
                TrainingLoop loop =
                    new TrainingLoop(
                        context, parameters(LinkLoss.SOFTMAX, 1), session, report -> {});
                float[] untrained = loop.start().weights();
                assertThat(loop.test(untrained, TypedEdges.NONE).scores()).isEmpty();
                return loop.test(untrained, edges).scores();
              }));
    }
    assertThat(scores).hasSize(3).containsOnly(scores.get(0));
    LinkScores first = scores.get(0).orElseThrow();
    assertThat(first.edges()).isEqualTo(some.size());
    assertThat(first.hitsAt1()).isLessThan(first.hitsAt3());
    assertThat(first.hitsAt10()).isEqualTo(1); // of 10 pairs
    assertThat(first.meanReciprocalRank()).isBetween(0.15, 0.9);
  }

  @Test
  void ranksMatchCountingByHand() {
    ByteBuffer scores = DirectBuffer.allocate(4 * 12);
    scores
        .asFloatBuffer()
        .put(new float[] {1, 0, 2, 1, /* none above */ 3, 1, 2, 0, Float.NaN, 5, 5, 5});
    EdgeRanks ranks = new EdgeRanks(4); // the negatives of the last edge were not found
    ranks.add(0, scores, pairs(5, 5, 5, 5, 2, 2, 2, 2, 5, 5, 5, 5), 3);
    LinkScores all = ranks.scores().orElseThrow();
    assertThat(all.edges()).isEqualTo(3);
    // One above and one equal: 2.5; nothing above: 1; no number: behind all, 4.
    assertThat(all.meanReciprocalRank()).isCloseTo((1 / 2.5 + 1 + 0.25) / 3, within(1e-12));
    assertThat(all.hitsAt1()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(all.hitsAt3()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(all.hitsAt10()).isEqualTo(1);
    Map<Integer, LinkScores> byType = ranks.scoresByType();
    assertThat(byType).containsOnlyKeys(2, 5);
    assertThat(byType.get(2).meanReciprocalRank()).isEqualTo(1);
    assertThat(byType.get(5).edges()).isEqualTo(2);
    assertThat(byType.get(5).meanReciprocalRank()).isCloseTo((1 / 2.5 + 0.25) / 2, within(1e-12));
    assertThat(new EdgeRanks(0).scores()).isEmpty();
    assertThat(new EdgeRanks(0).scoresByType()).isEmpty();
  }

  /** Pairs of some relations. */
  private static SeedPairs pairs(int... relations) {
    ByteBuffer ends = DirectBuffer.allocate(4 * relations.length);
    ByteBuffer buffer = DirectBuffer.allocate(4 * relations.length);
    buffer.asIntBuffer().put(relations);
    return new SeedPairs(relations.length, ends, ends, buffer);
  }

  @Test
  void rankingCountsComparisons() {
    ByteBuffer scores = DirectBuffer.allocate(4 * 6);
    scores.asFloatBuffer().put(new float[] {1, 0, 2, 3, 3, -1});
    RankingCounts counts = new RankingCounts();
    counts.add(scores, 6, 2);
    Score score = Score.of(counts.toArray());
    assertThat(score.vertices()).isEqualTo(4);
    assertThat(score.quality()).isEqualTo((1 + 0 + 0.5 + 1) / 4);
    double loss = 0;
    for (double[] pair : new double[][] {{1, 0}, {1, 2}, {3, 3}, {3, -1}}) {
      loss += (Math.log(1 + Math.exp(-pair[0])) + Math.log(1 + Math.exp(pair[1]))) / 8;
    }
    assertThat(score.loss()).isCloseTo(loss, within(1e-9));
  }
}
