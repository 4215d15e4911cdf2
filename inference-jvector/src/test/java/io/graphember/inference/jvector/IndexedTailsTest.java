// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.pairs.CandidateSearch;
import io.graphember.inference.pairs.IndexedTails;
import io.graphember.inference.pairs.KnownPairs;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.ScannedTails;
import io.graphember.inference.pairs.TailSearch;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates by an index, beside those that scoring every pair finds. */
class IndexedTailsTest {
  private static final int DIM = 16;
  private static final int VERTICES = 3000;
  private static final int CLUSTERS = 60;
  private static final int MOST = 10;
  private static final int KEY_BYTES = 32;
  private static final Workers TWO = new Workers(ForkJoinPool.commonPool(), 2);

  /** Vertices around some points, as embeddings are. */
  private static float[] row(long vertex) {
    final float[] row = new float[DIM];
    for (int j = 0; j < DIM; j++) {
      final float center = CounterRandom.unitFloat(CounterRandom.bits(vertex % CLUSTERS, j)) - 0.5f;
      final float noise = CounterRandom.unitFloat(CounterRandom.bits(77 + vertex, j)) - 0.5f;
      row[j] = center + 0.3f * noise;
    }
    return row;
  }

  private static void rows(CandidateSearch.RowConsumer<Long> consumer) {
    LongStream.range(0, VERTICES).forEach(v -> consumer.accept(v, 5 * v, row(v)));
  }

  private static PairScorer scorer(String decoder) {
    final ModelSpec spec = new ModelSpec(new GraphSage(), 8, 16, DIM, 2, 0, 0);
    return PairScorer.of(
        switch (decoder) {
          case "distmult" -> spec.with(DecoderSpec.distMult(1));
          case "complex" -> spec.with(DecoderSpec.complex(1));
          default -> spec;
        },
        parameters());
  }

  private static float[] parameters() {
    final float[] parameters = new float[4096];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = CounterRandom.unitFloat(CounterRandom.bits(5, i)) + 0.5f;
    }
    return parameters;
  }

  private static Map<Long, Map<Long, Float>> search(
      PairScorer scorer, TailSearch<Long> tails, KnownPairs known) {
    final Map<Long, Map<Long, Float>> found = new HashMap<>();
    new CandidateSearch<Long, Long>(scorer, MOST, 700, tails, known, found::put)
        .run(IndexedTailsTest::rows);
    return found;
  }

  private static TailSearch<Long> index(PairScorer scorer, MemoryBudget.Reservation memory) {
    return IndexedTails.of(
        scorer,
        MOST,
        IndexedTailsTest::rows,
        new JVectorBuilder(),
        TWO,
        Cancellation.NEVER,
        memory,
        KEY_BYTES);
  }

  /** The first heads know many vertices, the others few. */
  private static long[][] known(long[] ids, int count) {
    final long[][] known = new long[count][];
    for (int head = 0; head < count; head++) {
      final long vertex = ids[head] / 5;
      known[head] =
          LongStream.range(0, vertex < 3 ? 2000 : 8)
              .map(i -> 5 * ((vertex + i * CLUSTERS) % VERTICES))
              .distinct()
              .sorted()
              .toArray();
    }
    return known;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dot", "distmult", "complex"})
  void mostOfTheBestAreFoundWithTheirScores(String decoder) {
    final PairScorer scorer = scorer(decoder);
    assertThat(scorer.isProduct()).isTrue();
    final MemoryBudget budget = new MemoryBudget(64 << 20);
    try (MemoryBudget.Reservation memory = budget.take(0, "A test")) {
      final Map<Long, Map<Long, Float>> exact =
          search(
              scorer,
              new ScannedTails<>(scorer, IndexedTailsTest::rows, TWO, Cancellation.NEVER),
              IndexedTailsTest::known);
      final Map<Long, Map<Long, Float>> found =
          search(scorer, index(scorer, memory), IndexedTailsTest::known);
      assertThat(found).containsOnlyKeys(exact.keySet());
      int hits = 0;
      for (Map.Entry<Long, Map<Long, Float>> head : found.entrySet()) {
        final Map<Long, Float> right = exact.getOrDefault(head.getKey(), Map.of());
        assertThat(head.getValue()).hasSize(MOST).doesNotContainKey(head.getKey());
        final Set<Long> both = new HashSet<>(head.getValue().keySet());
        both.retainAll(right.keySet());
        both.forEach(key -> assertThat(head.getValue().get(key)).isEqualTo(right.get(key)));
        hits += both.size();
      }
      assertThat(hits).isGreaterThanOrEqualTo((int) (0.95 * MOST * VERTICES));
      for (long hub = 0; hub < 3; hub++) { // goes through all tails
        assertThat(found.get(hub)).isEqualTo(exact.get(hub));
      }
      assertThat(memory.bytes()).isGreaterThan(4L * DIM * VERTICES);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void aGraphWithoutVerticesHasNoCandidates() {
    final PairScorer scorer = scorer("dot");
    try (MemoryBudget.Reservation memory = new MemoryBudget(1 << 20).take(0, "A test")) {
      final TailSearch<Long> none =
          IndexedTails.of(
              scorer,
              MOST,
              consumer -> {},
              new JVectorBuilder(),
              TWO,
              Cancellation.NEVER,
              memory,
              KEY_BYTES);
      assertThat(search(scorer, none, KnownPairs.NONE).values())
          .hasSize(VERTICES)
          .allMatch(Map::isEmpty);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeItIsBuilt() {
    final MemoryBudget.Reservation memory = new MemoryBudget(1 << 18).take(0, "A test");
    try (memory) {
      assertThatThrownBy(() -> index(scorer("dot"), memory))
          .isInstanceOf(GraphemberException.class)
          .hasMessageContaining("A test");
    }
  }
}
