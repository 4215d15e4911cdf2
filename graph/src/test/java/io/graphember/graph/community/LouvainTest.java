// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.community;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LouvainTest {
  /** Zachary, "An information flow model for conflict and fission in small groups", 1977. */
  private static final String KARATE =
      "1: 2 3 4 5 6 7 8 9 11 12 13 14 18 20 22 32; 2: 3 4 8 14 18 20 22 31;"
          + " 3: 4 8 9 10 14 28 29 33; 4: 8 13 14; 5: 7 11; 6: 7 11 17; 7: 17; 9: 31 33 34;"
          + " 10: 34; 14: 34; 15: 33 34; 16: 33 34; 19: 33 34; 20: 34; 21: 33 34; 23: 33 34;"
          + " 24: 26 28 30 33 34; 25: 26 28 32; 26: 32; 27: 30 34; 28: 34; 29: 32 34;"
          + " 30: 33 34; 31: 33 34; 32: 33 34; 33: 34";

  private static CommunityGraph karate() {
    final List<int[]> edges = new ArrayList<>();
    for (String line : KARATE.split(";")) {
      final String[] words = line.strip().split(":? ");
      for (int i = 1; i < words.length; i++) {
        edges.add(new int[] {Integer.parseInt(words[0]) - 1, Integer.parseInt(words[i]) - 1, 1});
      }
    }
    assertThat(edges).hasSize(78);
    return graph(34, edges);
  }

  private static CommunityGraph graph(int vertices, List<int[]> edges) {
    final int[] offsets = new int[vertices + 1];
    for (int[] edge : edges) {
      offsets[edge[0] + 1]++;
      offsets[edge[1] + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    final int[] neighbors = new int[offsets[vertices]];
    final int[] weights = new int[neighbors.length];
    final int[] next = offsets.clone();
    for (int[] edge : edges) {
      for (int end = 0; end < 2; end++) {
        weights[next[edge[end]]] = edge[2];
        neighbors[next[edge[end]]++] = edge[1 - end];
      }
    }
    return new CommunityGraph(offsets, neighbors, weights);
  }

  private static CommunityGraph random(int vertices, int edges, int seed) {
    final TreeSet<Long> pairs = new TreeSet<>();
    for (int e = 0; e < edges; e++) {
      final int u = CounterRandom.bounded(CounterRandom.bits(seed, 2L * e), vertices);
      final int w = CounterRandom.bounded(CounterRandom.bits(seed, 2L * e + 1), vertices);
      if (u != w) {
        pairs.add((long) Math.min(u, w) << 32 | Math.max(u, w));
      }
    }
    return graph(
        vertices,
        pairs.stream()
            .map(
                pair ->
                    new int[] {
                      (int) (pair >> 32),
                      pair.intValue(),
                      1 + CounterRandom.bounded(CounterRandom.bits(seed + 1, pair), 3)
                    })
            .toList());
  }

  @Test
  void theKarateClubDividesAsThePapersDivideIt() {
    final CommunityGraph club = karate();
    final double[] found =
        IntStream.range(0, 20)
            .mapToDouble(
                seed ->
                    club.modularity(
                        Louvain.PLAIN.find(club, seed, Cancellation.NEVER).communities(), 1))
            .sorted()
            .toArray();
    assertThat(found[0]).isGreaterThanOrEqualTo(0.38);
    assertThat(found[10]).isGreaterThanOrEqualTo(0.41);
    assertThat(found[19]).isLessThanOrEqualTo(0.4198); // the best there is
  }

  @Test
  void modularityIsWhatTheDefinitionSays() {
    final CommunityGraph twoPairs =
        graph(4, List.of(new int[] {0, 1, 1}, new int[] {2, 3, 1}, new int[] {1, 2, 2}));
    assertThat(twoPairs.modularity(new int[] {0, 0, 0, 0}, 1)).isZero();
    // Of 8 ends 4 are within; each community has 4 of them: 1/2 - 2 (1/2)^2.
    assertThat(twoPairs.modularity(new int[] {0, 0, 3, 3}, 1)).isEqualTo(0);
    assertThat(twoPairs.modularity(new int[] {0, 1, 1, 2}, 0.5))
        .isEqualTo(0.5 - 0.5 * (0.75 * 0.75 + 2 * 0.125 * 0.125));
    assertThat(graph(2, List.of()).modularity(new int[] {0, 1}, 1)).isZero();
  }

  @Property(tries = 200)
  void aGainIsTheDifferenceOfModularity(
      @ForAll @IntRange(min = 2, max = 30) int vertices,
      @ForAll @IntRange(min = 1, max = 90) int edges,
      @ForAll int seed,
      @ForAll @DoubleRange(min = 0.2, max = 3) double resolution) {
    final CommunityGraph graph = random(vertices, edges, seed);
    if (graph.total() == 0) {
      return;
    }
    final long[] sizes = new long[vertices];
    final LocalMoving moving = new LocalMoving(graph, sizes, 0, resolution);
    double modularity = graph.modularity(moving.communityOf(), resolution);
    for (int step = 0; step < 3 * vertices; step++) {
      final int v = CounterRandom.bounded(CounterRandom.bits(seed, step), vertices);
      final int to = CounterRandom.bounded(CounterRandom.bits(~seed, step), vertices);
      final double gain = moving.gain(v, to);
      moving.move(v, to);
      final double after = graph.modularity(moving.communityOf(), resolution);
      assertThat(after - modularity).isCloseTo(gain, within(1e-12));
      modularity = after;
    }
  }

  @Property(tries = 100)
  void modularityNeverDecreasesFromLevelToLevel(
      @ForAll @IntRange(min = 1, max = 200) int vertices,
      @ForAll @IntRange(min = 0, max = 600) int edges,
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 50) int most) {
    final CommunityGraph graph = random(vertices, edges, seed);
    final CommunityTree tree = new Louvain(1, most).find(graph, seed, Cancellation.NEVER);
    final int[] communityOf = new int[vertices];
    double before = Double.NEGATIVE_INFINITY;
    for (int level = 0; level <= tree.top(); level++) {
      final long[] members = new long[tree.count(level)];
      for (int c = 0; c < members.length; c++) {
        final int community = c;
        tree.forEachVertex(
            level,
            c,
            v -> {
              communityOf[v] = community;
              members[community]++;
            });
        assertThat(members[c]).isEqualTo(tree.size(level, c)).isBetween(1L, (long) most);
      }
      assertThat(Arrays.stream(members).sum()).isEqualTo(vertices);
      final double modularity = graph.modularity(communityOf, 1);
      assertThat(modularity).isGreaterThanOrEqualTo(before - 1e-12);
      before = modularity;
    }
    assertThat(tree.communities()).isEqualTo(communityOf);
    assertThat(new Louvain(1, most).find(graph, seed, Cancellation.NEVER).communities())
        .isEqualTo(communityOf);
  }

  /** Merged communities keep the modularity that they had as sets of vertices. */
  @Property(tries = 100)
  void anAggregatedGraphHasTheSameModularity(
      @ForAll @IntRange(min = 2, max = 60) int vertices, @ForAll int seed) {
    final CommunityGraph graph = random(vertices, 3 * vertices, seed);
    final int communities = Math.min(7, vertices);
    final int[] communityOf = new int[vertices];
    Arrays.setAll(communityOf, v -> v % communities);
    final int[] alone = IntStream.range(0, communities).toArray();
    assertThat(graph.aggregate(communityOf, communities).modularity(alone, 1))
        .isCloseTo(graph.modularity(communityOf, 1), within(1e-12));
  }

  @Test
  void aHigherResolutionGivesMoreCommunities() {
    final CommunityGraph graph = random(400, 1600, 5);
    final CommunityTree few = new Louvain(0.5, 400).find(graph, 1, Cancellation.NEVER);
    final CommunityTree many = new Louvain(4, 400).find(graph, 1, Cancellation.NEVER);
    assertThat(many.count(many.top())).isGreaterThan(2 * few.count(few.top()));
  }

  @Test
  void itEndsWhenItIsCancelled() {
    assertThatThrownBy(() -> Louvain.PLAIN.find(karate(), 0, () -> true))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }
}
