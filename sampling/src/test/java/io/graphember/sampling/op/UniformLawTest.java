// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The law of the sample: k of the D in-neighbours of a boundary vertex, whose edges are cut over at
 * least 4 partitions, are a uniform k-subset, as if the graph were not cut.
 *
 * <p>Of each drawn subset two members are looked at, chosen by random numbers of the test: under
 * the law each of the D (D - 1) / 2 pairs is equally likely, and draws with different keys are
 * independent, so that Pearson's chi-square holds for any k. The same draws are compared with those
 * of an independent sampler that shuffles the whole neighbour list (two-sample chi-square), by the
 * partitions that the two members come from (which a sampler that rounds each partition's share
 * gets wrong first), and by the number of members in the largest partition (hypergeometric).
 *
 * <p>Significance: {@value #FAMILY_ALPHA} for all tests of this class together, shared equally
 * (Bonferroni). All keys are fixed, so a run passes or fails always.
 */
class UniformLawTest {
  private static final double FAMILY_ALPHA = 0.001;

  /** Four for each of 9 cases, and one for each of up to 24 vertices of Cora. */
  private static final int TESTS = 4 * 9 + 24;

  private static final double ALPHA = FAMILY_ALPHA / TESTS;
  private static final int HUBS = 20;
  private static final int DRAWS_PER_PAIR = 16;

  private static NeighborSampler sampler(PartitionedGraph graph, int hosts) {
    return new NeighborSampler(
        new MemoryCluster(graph, hosts, Courier.direct()), new Replies(Cancellation.NEVER, 10_000));
  }

  /** Hubs 0 .. HUBS - 1, all with the in-neighbours HUBS .. HUBS + degree - 1. */
  private static SampleGraph hubs(int degree) {
    int[] sources = new int[HUBS * degree + HUBS];
    int[] destinations = new int[sources.length];
    int e = 0;
    for (int hub = 0; hub < HUBS; hub++) {
      for (int i = 0; i < degree; i++) {
        sources[e] = HUBS + i;
        destinations[e++] = hub;
      }
      sources[e] = hub; // each hub has a reader, for samples at the second hop
      destinations[e++] = HUBS + degree + hub;
    }
    return SampleGraph.ofEdges(2 * HUBS + degree, sources, destinations, 1);
  }

  /** What is counted over many draws of subsets of {@code 0 .. degree - 1}. */
  private static final class Counts {
    final int degree;
    final int[] group; // of each member: the partition of its edge
    final int largest; // the group with the most members
    final long[] pairs;
    final long[][] groupPairs = new long[64][64];
    final long[] inLargest;
    long draws;

    Counts(int degree, int k, int[] group) {
      this.degree = degree;
      this.group = group;
      pairs = new long[degree * (degree - 1) / 2];
      inLargest = new long[k + 1];
      int[] sizes = new int[64];
      int best = 0;
      for (int g : group) {
        best = ++sizes[g] > sizes[best] ? g : best;
      }
      largest = best;
    }

    void add(int[] subset, long key) {
      int first = CounterRandom.bounded(CounterRandom.bits(key, 0), subset.length);
      int second = CounterRandom.bounded(CounterRandom.bits(key, 1), subset.length - 1);
      second += second >= first ? 1 : 0;
      int low = Math.min(subset[first], subset[second]);
      int high = Math.max(subset[first], subset[second]);
      assertThat(low).isLessThan(high); // no neighbour twice
      pairs[high * (high - 1) / 2 + low]++;
      groupPairs[Math.min(group[low], group[high])][Math.max(group[low], group[high])]++;
      int inside = 0;
      for (int member : subset) {
        inside += group[member] == largest ? 1 : 0;
      }
      inLargest[inside]++;
      draws++;
    }

    double pairP() {
      double[] expected = new double[pairs.length];
      Arrays.fill(expected, 1);
      return goodnessOfFit(expected, pairs);
    }

    double groupPairP() {
      double[] expected = new double[64 * 64];
      long[] observed = new long[64 * 64];
      for (int i = 0; i < degree; i++) {
        for (int j = 0; j < i; j++) {
          expected[64 * Math.min(group[i], group[j]) + Math.max(group[i], group[j])]++;
        }
      }
      for (int g = 0; g < 64; g++) {
        System.arraycopy(groupPairs[g], 0, observed, 64 * g, 64);
      }
      return goodnessOfFit(expected, observed);
    }

    double inLargestP() {
      int members = (int) Arrays.stream(group).filter(g -> g == largest).count();
      HypergeometricDistribution law =
          new HypergeometricDistribution(degree, members, inLargest.length - 1);
      double[] expected = new double[inLargest.length];
      Arrays.setAll(expected, law::probability);
      return goodnessOfFit(expected, inLargest);
    }
  }

  /** Pearson's test; neighbouring cells are joined until 5 draws are expected in each. */
  private static double goodnessOfFit(double[] weights, long[] observed) {
    final double total = Arrays.stream(weights).sum();
    final long draws = Arrays.stream(observed).sum();
    double statistic = 0;
    int cells = 0;
    double expected = 0;
    double seen = 0;
    double restExpected = draws;
    for (int i = 0; i < weights.length; i++) {
      expected += draws * weights[i] / total;
      seen += observed[i];
      boolean last = restExpected - expected < 5;
      if (expected >= 5 && !last || i == weights.length - 1) {
        statistic += (seen - expected) * (seen - expected) / expected;
        cells++;
        restExpected -= expected;
        expected = 0;
        seen = 0;
      }
    }
    return 1 - new ChiSquaredDistribution(cells - 1).cumulativeProbability(statistic);
  }

  /**
   * Samples hubs with many keys.
   *
   * @param hop 1 if the hubs are the seeds, 2 if they are reached from their readers
   */
  private static Counts sample(PartitionedGraph graph, SampleGraph sample, int k, int hop) {
    final int degree = sample.vertices() - 2 * HUBS;
    Map<Long, Integer> members = new HashMap<>();
    final int columns = graph.partitions() == 16 ? 4 : 8; // of the grid, or all of hash-1d
    int[] group = new int[degree];
    for (int i = 0; i < degree; i++) {
      members.put(graph.vid(sample.keyOf(HUBS + i)), i);
    }
    for (int p = 0; p < graph.partitions(); p++) {
      for (String edge : graph.edgeCounts(p).keySet()) {
        Integer member = members.get(graph.vid(edge.split(">")[0]));
        if (member != null) {
          group[member] = p % columns; // the same for all hubs
        }
      }
    }
    assertThat(Arrays.stream(group).distinct().count()).isGreaterThanOrEqualTo(4);
    long[] seeds = new long[HUBS];
    for (int hub = 0; hub < HUBS; hub++) {
      seeds[hub] = graph.vid(sample.keyOf(hop == 1 ? hub : HUBS + degree + hub));
    }
    NeighborSampler sampler = sampler(graph, 3);
    int[] fanouts = hop == 1 ? new int[] {k} : new int[] {UniformNeighbors.ALL, k};
    Counts counts = new Counts(degree, k, group);
    for (long draw = 0; counts.draws < (long) DRAWS_PER_PAIR * counts.pairs.length; draw++) {
      SampledNeighborhood got = sampler.sample(seeds, fanouts, CounterRandom.child(77, k, draw));
      SampledHop last = got.hops().get(hop - 1);
      for (int v = 0; v < last.destinations(); v++) {
        if (last.offsets()[v + 1] - last.offsets()[v] == k && got.degrees()[v] == degree) {
          int[] subset = new int[k];
          for (int i = 0; i < k; i++) {
            subset[i] = members.get(got.vids()[last.neighbors()[last.offsets()[v] + i]]);
          }
          counts.add(subset, CounterRandom.child(78, draw, v));
        }
      }
    }
    return counts;
  }

  /** An independent sampler of the whole list: the first k of a shuffle. */
  private static Counts shuffled(Counts like, int k) {
    Counts counts = new Counts(like.degree, k, like.group);
    long[] all = new long[like.degree];
    for (long draw = 0; draw < like.draws; draw++) {
      Arrays.setAll(all, i -> i);
      CounterRandom.shuffle(all, CounterRandom.child(79, draw));
      int[] subset = new int[k];
      Arrays.setAll(subset, i -> (int) all[i]);
      counts.add(subset, CounterRandom.child(80, draw));
    }
    return counts;
  }

  /** Up to 48 positions are told apart by a scan, more by a table. */
  @ParameterizedTest(name = "{2} of {1} cut by {0} at hop {3}")
  @CsvSource({
    "hash-2d, 50, 2, 1",
    "hash-2d, 50, 10, 1",
    "hash-2d, 64, 48, 1",
    "hash-2d, 64, 49, 1",
    "hash-1d, 50, 2, 1",
    "hash-1d, 90, 25, 1",
    "hash-1d, 90, 60, 1",
    "hash-2d, 60, 5, 2",
    "hash-1d, 60, 50, 2"
  })
  void aSampleIsAUniformSubset(String partitioner, int degree, int k, int hop) {
    SampleGraph sample = hubs(degree);
    int partitions = partitioner.equals("hash-2d") ? 16 : 8;
    PartitionedGraph graph = PartitionedGraph.load(sample, partitions, partitioner);
    requireCut(graph, sample, 4);
    Counts counts = sample(graph, sample, k, hop);
    assertThat(counts.pairP()).as("all pairs equally likely").isGreaterThan(ALPHA);
    assertThat(counts.groupPairP()).as("pairs of partitions").isGreaterThan(ALPHA);
    assertThat(counts.inLargestP()).as("members of a partition").isGreaterThan(ALPHA);
    assertThat(
            new ChiSquareTest()
                .chiSquareTestDataSetsComparison(counts.pairs, shuffled(counts, k).pairs))
        .as("against sampling the whole list")
        .isGreaterThan(ALPHA);
  }

  private static void requireCut(PartitionedGraph graph, SampleGraph sample, int least) {
    for (int hub = 0; hub < HUBS; hub++) {
      assertThat(replicas(graph, graph.vid(sample.keyOf(hub)))).isGreaterThanOrEqualTo(least);
    }
  }

  /** Partitions that hold in-edges of a vertex. */
  private static int replicas(PartitionedGraph graph, long vid) {
    PartitionTopology topology = graph.partition(Vid.partition(vid)).topology();
    int local = Vid.local(vid);
    ReplicaSets sets = topology.replicas();
    int replicas = topology.in().lists().degree(local) > 0 ? 1 : 0;
    for (int r = sets.offsets().get(local); r < sets.offsets().get(local + 1); r++) {
      replicas += sets.inDegrees().get(r) > 0 ? 1 : 0;
    }
    return replicas;
  }

  /**
   * The tests see what they should see: a sampler that takes {@code round(k d_p / D)} of each
   * partition (GLISP, algorithm 1, without its random rounding) fails with the same number of
   * draws, though every single neighbour is as likely as with ours.
   */
  @Test
  void aSamplerThatRoundsSharesIsFoundOut() {
    final int degree = 48;
    final int k = 12;
    int[] group = new int[degree];
    Arrays.setAll(group, i -> i % 4);
    Counts counts = new Counts(degree, k, group);
    for (long draw = 0; draw < (long) DRAWS_PER_PAIR * counts.pairs.length; draw++) {
      int[] subset = new int[k];
      for (int g = 0; g < 4; g++) {
        int[] positions = new int[3];
        new Positions().draw(CounterRandom.child(5, draw, g), 12, 3, positions, 0);
        for (int i = 0; i < 3; i++) {
          subset[3 * g + i] = 4 * positions[i] + g;
        }
      }
      counts.add(subset, CounterRandom.child(6, draw));
    }
    assertThat(counts.pairP()).isLessThan(1e-6);
    assertThat(counts.groupPairP()).isLessThan(1e-12);
    assertThat(counts.inLargestP()).isLessThan(1e-12);
  }

  /** The hubs of a real graph, with the cut that a job would use. */
  @Test
  void samplesOfCoraAreUniformToo() {
    try (GraphSource cora = RealGraphs.cora()) {
      PartitionedGraph graph = PartitionedGraph.load(cora, PartitionedGraph.settings(8, "hash-2d"));
      NeighborSampler sampler = sampler(graph, 3);
      int tested = 0;
      for (int p = 0; p < 8; p++) {
        PartitionTopology topology = graph.partition(p).topology();
        for (int v = 0; v < topology.masters(); v++) {
          int degree = topology.inDegree(v);
          if (degree >= 50 && degree <= 80 && replicas(graph, Vid.of(p, v)) >= 4) {
            assertThat(pairP(sampler, Vid.of(p, v), degree))
                .as("pairs of the %d neighbours of %s", degree, graph.key(Vid.of(p, v)))
                .isGreaterThan(ALPHA);
            tested++;
          }
        }
      }
      assertThat(tested).isBetween(1, 24);
    }
  }

  private static double pairP(NeighborSampler sampler, long vid, int degree) {
    Counts counts = new Counts(degree, 10, new int[degree]);
    Map<Long, Integer> members = new HashMap<>();
    for (long draw = 0; counts.draws < 8L * counts.pairs.length; draw++) {
      SampledNeighborhood got =
          sampler.sample(new long[] {vid}, new int[] {10}, CounterRandom.child(81, draw));
      int[] subset = new int[10];
      for (int i = 0; i < 10; i++) {
        long neighbor = got.vids()[got.hops().get(0).neighbors()[i]];
        subset[i] = members.computeIfAbsent(neighbor, none -> members.size());
      }
      counts.add(subset, CounterRandom.child(82, draw));
    }
    assertThat(members).hasSize(degree);
    return counts.pairP();
  }
}
