// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.cluster.VertexClusters;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.EpochReport;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.batch.ClusterBatchPolicy;
import io.graphember.training.job.batch.Clusters;
import io.graphember.training.job.batch.SaintEdgePolicy;
import io.graphember.training.job.batch.SaintNodePolicy;
import io.graphember.training.job.batch.SaintWalkPolicy;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.subgraph.SubgraphCounts;
import io.graphember.training.subgraph.SubgraphSeeds;
import io.graphember.training.subgraph.TrainerGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that are subgraphs: which vertices and edges they have. */
class SubgraphBatchTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(400, 4);
  private static final Replies REPLIES = new Replies(Cancellation.NEVER, 10_000);

  private static MemoryCluster cluster() {
    return new MemoryCluster(JOB.graph(), 2, Courier.direct());
  }

  private static long[] all() {
    List<Long> vids = new ArrayList<>();
    for (int p = 0; p < 4; p++) {
      for (int v = 0; v < JOB.graph().partition(p).topology().masters(); v++) {
        vids.add(Vid.of(p, v));
      }
    }
    return vids.stream().mapToLong(Long::longValue).toArray();
  }

  /** Sources of a vertex's in-edges, as its partition's replicas have them. */
  private static List<Long> inNeighbors(long vid) {
    List<Long> found = new ArrayList<>();
    for (int p = 0; p < 4; p++) {
      PartitionTopology topology = JOB.graph().partition(p).topology();
      for (int v = 0; v < topology.vertices(); v++) {
        if (topology.vid(p, v) == vid) {
          int[] neighbors = new int[topology.in().lists().degree(v)];
          topology.in().lists().copy(v, neighbors, 0);
          for (int neighbor : neighbors) {
            found.add(topology.vid(p, neighbor));
          }
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(ClusterMethod.class)
  void clustersDivideTheVertices(ClusterMethod method) {
    VertexClusters clusters = new VertexClusters(cluster(), REPLIES, method);
    final long[] vids = all();
    final long[] found = clusters.of(vids, 20);
    final long[] distinct = Arrays.stream(found).sorted().distinct().toArray();
    assertThat(distinct.length).isBetween(400 / 20, 400 / 8);
    Set<Long> met = new HashSet<>();
    for (long cluster : distinct) {
      final long[] members = clusters.members(new long[] {cluster}, 20);
      assertThat(members.length).isBetween(1, 20);
      for (long member : members) {
        assertThat(met.add(member)).isTrue();
        assertThat(clusters.of(new long[] {member}, 20)).containsExactly(cluster);
        assertThat(Vid.partition(member)).isEqualTo(Vid.partition(cluster));
      }
    }
    assertThat(met).hasSize(vids.length);
    assertThat(clusters.members(distinct, 20)).hasSize(vids.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aBatchHasTheEdgesBetweenItsVertices(int boundary) {
    final HopRules rules = HopRules.in(1).all(boundary + 1);
    long[] chosen = Arrays.copyOf(all(), 40);
    try (SubgraphSampler sampler =
        new SubgraphSampler(
            HopSampler.of(cluster(), REPLIES, rules, false, false, false),
            rules,
            3,
            Optional.empty())) {
      sampler.learn(7);
      sampler.start(chosen, new long[0], rules, ExcludedEdges.NONE, 1);
      for (int hop = 0; hop < 3; hop++) {
        sampler.nextHop();
      }
      final EdgeNeighborhood batch = sampler.result();
      final long[] vids = batch.neighborhood().vids();
      assertThat(Arrays.copyOf(vids, 40)).containsExactly(chosen);
      assertThat(vids.length > 40).isEqualTo(boundary > 0);
      List<SampledHop> hops = batch.neighborhood().hops();
      assertThat(hops).hasSize(3);
      assertThat(hops.get(0).destinations()).isEqualTo(7);
      assertThat(hops.get(0).sources()).isEqualTo(vids.length);
      List<Long> inside = Arrays.stream(vids).boxed().toList();
      for (SampledHop hop : hops) {
        for (int v = 0; v < hop.destinations(); v++) {
          List<Long> sources = new ArrayList<>();
          for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
            sources.add(vids[hop.neighbors()[e]]);
          }
          List<Long> expected = inNeighbors(vids[v]);
          expected.retainAll(inside);
          assertThat(sources).containsExactlyInAnyOrderElementsOf(expected);
          assertThat(batch.neighborhood().degrees()[v]).isEqualTo(sources.size());
        }
      }
    }
  }

  /** Of two trainers each has the clusters of its own seeds; together all seeds once an epoch. */
  @Test
  void anEpochHasEachSeedOnce() {
    final ClusterBatchPolicy policy = new ClusterBatchPolicy(Clusters.LABEL_PROPAGATION, 20, 3, 0);
    final MemoryCluster cluster = cluster();
    final SubgraphSeeds seeds = seeds(cluster);
    final SubgraphSizes sizes = seeds.sizes();
    assertThat(sizes.vertices()).isEqualTo(400);
    final int batches = policy.batches(sizes);
    assertThat(batches).isEqualTo(7);
    TrainerGraph graph = new TrainerGraph(cluster, REPLIES, seeds);
    List<List<Long>> epochs = new ArrayList<>();
    for (int epoch = 0; epoch < 2; epoch++) {
      List<Long> met = new ArrayList<>();
      for (int batch = 0; batch < batches; batch++) {
        final long[] vertices =
            policy.vertices(graph, epoch, batch, batches, new BatchKeys(epoch, batch));
        assertThat(vertices.length).isLessThanOrEqualTo((int) policy.mostVertices(sizes));
        for (long vid : seeds.among(vertices).seeds().vids()) {
          met.add(vid);
        }
      }
      assertThat(met)
          .containsExactlyInAnyOrderElementsOf(Arrays.stream(seeds.own().vids()).boxed().toList());
      epochs.add(met);
    }
    assertThat(epochs.get(0)).isNotEqualTo(epochs.get(1));
  }

  /** What would take more memory than was reserved is refused. */
  @Test
  void aPolicyKeepsToWhatItSaid() {
    final SubgraphChooser wrong =
        new SubgraphChooser() {
          @Override
          public int batches(SubgraphSizes sizes) {
            return 1;
          }

          @Override
          public long mostVertices(SubgraphSizes sizes) {
            return 5;
          }

          @Override
          public long[] vertices(
              GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
            return Arrays.copyOf(all(), 6);
          }
        };
    final MemoryCluster cluster = cluster();
    try (SubgraphSampler sampler = work(wrong, cluster, seeds(cluster)).sampler()) {
      final SubgraphWork work =
          new SubgraphWork(
              wrong, new TrainerGraph(cluster, REPLIES, seeds(cluster)), seeds(cluster), sampler);
      assertThatThrownBy(() -> work.draw(0, 1, 1))
          .hasMessage(
              "A subgraph has 6 vertices, and memory was reserved for 5, the most that its policy"
                  + " names: lower the size of batches in training.batch.");
    }
  }

  @Test
  void countingTakesWhatIsMetOrABound() {
    assertThat(SubgraphCounts.estimateBytes(0, 100, 1000)).isZero();
    assertThat(SubgraphCounts.estimateBytes(3, 100, 1000)).isEqualTo(3 * 1100 * 40L);
    assertThat(SubgraphCounts.estimateBytes(1 << 30, 1L << 40, 1L << 40)).isEqualTo(40L << 23);
  }

  static List<SubgraphChooser> samplers() {
    return List.of(
        new SaintNodePolicy(160, 50), new SaintEdgePolicy(100, 50), new SaintWalkPolicy(60, 2, 50));
  }

  private static SubgraphSeeds seeds(MemoryCluster cluster) {
    return new SubgraphSeeds(
        JOB.split().train().own(),
        JOB.split().train().total(),
        VertexTypes.ask(cluster, REPLIES),
        4,
        1);
  }

  private static SubgraphWork work(
      SubgraphChooser chooser, MemoryCluster cluster, SubgraphSeeds seeds) {
    final HopRules rules = HopRules.in(1).all(1);
    return new SubgraphWork(
        chooser,
        new TrainerGraph(cluster, REPLIES, seeds),
        seeds,
        new SubgraphSampler(
            HopSampler.of(cluster, REPLIES, rules, false, false, false), rules, 2, seeds.counts()));
  }

  /**
   * Weighted seeds of fresh subgraphs count like all seeds together, and factors of the edges of a
   * vertex like its degree: sums over 400 subgraphs within a tenth, with fixed keys.
   */
  @ParameterizedTest
  @MethodSource("samplers")
  void normalisationMakesUpForWhatIsDrawnMoreOften(SubgraphChooser chooser) {
    final MemoryCluster cluster = cluster();
    SubgraphSeeds seeds = seeds(cluster);
    final SubgraphSizes sizes = seeds.sizes();
    final SubgraphWork counting = work(chooser, cluster, seeds);
    final int count = 400;
    seeds = seeds.counted(SubgraphCounts.of(count, true, i -> counting.draw(i, count, 11)));
    counting.close();
    final SubgraphWork fresh = work(chooser, cluster, seeds);
    double weights = 0;
    double factors = 0;
    double edges = 0;
    for (int i = 0; i < count; i++) {
      final EdgeNeighborhood subgraph = fresh.draw(i, count, 12);
      final long[] vids = subgraph.neighborhood().vids();
      assertThat(vids.length).isLessThanOrEqualTo((int) chooser.mostVertices(sizes));
      for (float weight : fresh.weights(seeds.among(vids).seeds(), 1).orElseThrow()) {
        weights += weight;
      }
      final SampledHop hop = subgraph.neighborhood().lastHop();
      for (int v = 0; v < hop.destinations(); v++) {
        edges += subgraph.neighborhood().degrees()[v];
        for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
          factors += hop.factors()[e];
        }
      }
    }
    fresh.close();
    final double total = seeds.own().size();
    assertThat(weights / count).isBetween(0.9 * total, 1.1 * total);
    assertThat(factors / edges).isBetween(0.8, 1.2);
    assertThat(chooser.batches(sizes)).isBetween(2, 3);
    assertThat(chooser.countedSubgraphs(sizes)).isBetween(100, 125);
  }

  @ParameterizedTest
  @MethodSource("samplers")
  void drawnSubgraphsTrainAModelWithTheSameBitsOnAnyHosts(SubgraphChooser chooser) {
    assertTrains(chooser, new Gcn());
    assertTrains(chooser, new GraphSage());
  }

  private static TrainingParameters parameters(SubgraphChooser chooser) {
    return new TrainingParameters(
        5,
        60,
        1024,
        HopRules.in(-1, -1),
        HopRules.in(-1, -1),
        64,
        OptimizerPlan.adam(0.02f, 0),
        0,
        2,
        true,
        false,
        Objective.CLASSIFICATION,
        Optional.empty(),
        Optional.empty(),
        Optional.of(chooser));
  }

  @Test
  void clustersTrainAModelWithTheSameBitsOnAnyHosts() {
    TrainingOutcome outcome =
        assertTrains(new ClusterBatchPolicy(Clusters.LABEL_PROPAGATION, 40, 4, 0), new Gcn());
    assertTrains(new ClusterBatchPolicy(Clusters.LOUVAIN, 40, 4, 0), new Gcn());
    assertThat(outcome.epochs().get(0).train().vertices()).isEqualTo(JOB.split().train().total());
  }

  private static TrainingOutcome assertTrains(SubgraphChooser chooser, Architecture kind) {
    List<TrainingOutcome> outcomes = new ArrayList<>();
    for (int hosts = 1; hosts <= 3; hosts += 2) {
      outcomes.add(
          JOB.train(
                  JOB.spec(kind, 0.2f),
                  parameters(chooser),
                  JOB.split(),
                  MemoryJob.Placement.of(hosts, 2),
                  report -> {})
              .get(0));
    }
    TrainingOutcome outcome = outcomes.get(0);
    assertThat(outcome.parameters()).containsExactly(outcomes.get(1).parameters());
    EpochReport best = outcome.epochs().get(outcome.bestEpoch() - 1);
    assertThat(best.valid().quality())
        .isGreaterThan(0.65); // three classes, half of the edges within
    return outcome;
  }
}
