// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateSearchTest {
  private static final int DIM = 12;
  private static final int VERTICES = 1300; // more than two blocks
  private static final int MOST = 7;

  private static ModelSpec spec(DecoderSpec decoder) {
    return new ModelSpec(new GraphSage(), 8, 16, DIM, 2, 0, 0).with(decoder);
  }

  private static float[] values(int count, long key) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
    return values;
  }

  /** Some rows are the same, so that scores are too. */
  private static Map<Long, float[]> rows() {
    Map<Long, float[]> rows = new LinkedHashMap<>();
    for (long vertex = 0; vertex < VERTICES; vertex++) {
      rows.put(vertex, values(DIM, vertex % 900));
    }
    return rows;
  }

  private static DecoderSpec decoder(String name) {
    return switch (name) {
      case "dot" -> DecoderSpec.DOT;
      case "distmult" -> DecoderSpec.distMult(1);
      case "complex" -> DecoderSpec.complex(1);
      default -> DecoderSpec.mlp(20, 1);
    };
  }

  /** The formula of the decoder, written out. */
  private static double score(ModelSpec spec, float[] parameters, float[] h, float[] t) {
    final int decoder = spec.layout().of(2).isEmpty() ? 0 : spec.layout().of(2).get(0).offset();
    double score = 0;
    if (spec.decoder().kind() == DecoderSpec.Kind.COMPLEX) {
      final int half = DIM / 2;
      for (int j = 0; j < half; j++) {
        final double re = parameters[decoder + j];
        final double im = parameters[decoder + half + j];
        score += ((double) h[j] * re - h[half + j] * im) * t[j];
        score += ((double) h[j] * im + h[half + j] * re) * t[half + j];
      }
      return score;
    }
    if (spec.decoder().kind() != DecoderSpec.Kind.MLP) {
      final boolean weighted = spec.decoder().kind() == DecoderSpec.Kind.DIST_MULT;
      for (int j = 0; j < DIM; j++) {
        score += (double) h[j] * t[j] * (weighted ? parameters[decoder + j] : 1);
      }
      return score;
    }
    final int hidden = spec.decoder().hidden();
    final int bias = decoder + 2 * DIM * hidden;
    for (int j = 0; j < hidden; j++) {
      double sum = parameters[bias + j];
      for (int i = 0; i < DIM; i++) {
        sum += (double) h[i] * parameters[decoder + i * hidden + j];
        sum += (double) t[i] * parameters[decoder + (DIM + i) * hidden + j];
      }
      score += Math.max(0, sum) * parameters[bias + hidden + j];
    }
    return score + parameters[bias + 2 * hidden];
  }

  private static Map<Long, Map<Long, Float>> search(
      ModelSpec spec, float[] parameters, List<Long> order, int group, Workers workers) {
    return search(spec, parameters, order, group, workers, KnownPairs.NONE);
  }

  private static Map<Long, Map<Long, Float>> search(
      ModelSpec spec,
      float[] parameters,
      List<Long> order,
      int group,
      Workers workers,
      KnownPairs known) {
    Map<Long, float[]> rows = rows();
    Map<Long, Map<Long, Float>> found = new HashMap<>();
    CandidateSearch.Rows<Long> all =
        consumer -> order.forEach(key -> consumer.accept(key, 1000 + key, rows.get(key)));
    long heads =
        new CandidateSearch<Long, Long>(
                PairScorer.of(spec, parameters),
                MOST,
                group,
                new ScannedTails<>(
                    PairScorer.of(spec, parameters), all, workers, Cancellation.NEVER),
                known,
                found::put)
            .run(all);
    assertThat(heads).isEqualTo(order.size());
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dot", "distmult", "complex", "mlp"})
  void findsWhatScoringEveryPairFinds(String name) {
    ModelSpec spec = spec(decoder(name));
    float[] parameters = values(spec.layout().length(), 77);
    Map<Long, float[]> rows = rows();
    List<Long> keys = new ArrayList<>(rows.keySet());
    Map<Long, Map<Long, Float>> found = search(spec, parameters, keys, 500, Workers.CALLER);
    assertThat(found).containsOnlyKeys(keys);
    for (long head = 0; head < VERTICES; head += 97) {
      List<Double> scores = new ArrayList<>();
      for (long tail : keys) {
        if (tail != head) {
          scores.add(score(spec, parameters, rows.get(head), rows.get(tail)));
        }
      }
      scores.sort(Comparator.reverseOrder());
      int place = 0;
      for (Map.Entry<Long, Float> candidate : found.get(head).entrySet()) {
        double exact = score(spec, parameters, rows.get(head), rows.get(candidate.getKey()));
        assertThat(candidate.getKey()).isNotEqualTo(head);
        assertThat((double) candidate.getValue()).isCloseTo(exact, within(1e-5));
        assertThat(exact).isCloseTo(scores.get(place++), within(1e-5));
      }
      assertThat(place).isEqualTo(MOST);
    }
  }

  /** One pair at a time, as for edges. */
  @ParameterizedTest
  @ValueSource(strings = {"dot", "distmult", "complex", "mlp"})
  void aPairIsScoredByTheFormula(String name) {
    ModelSpec spec = spec(decoder(name));
    float[] parameters = values(spec.layout().length(), 80);
    PairScorer scorer = PairScorer.of(spec, parameters);
    float[] head = new float[3 + scorer.width()];
    float[] tail = new float[5 + scorer.width()];
    float[] scored = new float[1];
    for (int i = 0; i < 20; i++) {
      scorer.head(values(DIM, i), head, 3);
      scorer.tail(values(DIM, 100 + i), tail, 5, 1);
      scorer.score(head, 3, tail, 5, scored);
      assertThat((double) scored[0])
          .isCloseTo(score(spec, parameters, values(DIM, i), values(DIM, 100 + i)), within(1e-5));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dot", "mlp"})
  void threadsGroupsAndOrdersGiveTheSameBits(String name) throws Exception {
    ModelSpec spec = spec(decoder(name));
    float[] parameters = values(spec.layout().length(), 78);
    List<Long> keys = new ArrayList<>(rows().keySet());
    Map<Long, Map<Long, Float>> alone = search(spec, parameters, keys, 2000, Workers.CALLER);
    keys.sort(Comparator.comparingLong(CounterRandom::mix));
    ForkJoinPool executor = new ForkJoinPool(2); // lent to the search
    try {
      Map<Long, Map<Long, Float>> together =
          search(spec, parameters, keys, 333, new Workers(executor, 3));
      alone.forEach(
          (head, candidates) ->
              assertThat(List.copyOf(together.get(head).entrySet()))
                  .isEqualTo(List.copyOf(candidates.entrySet())));
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void ofFewVerticesAllOthersAreCandidates() {
    ModelSpec spec = spec(DecoderSpec.NONE);
    Map<Long, Map<Long, Float>> found =
        search(
            new ModelSpec(new GraphSage(), 8, DIM, 3, 2, 0, 0),
            values(spec.layout().length(), 79),
            List.of(4L, 9L, 2L),
            2,
            Workers.CALLER);
    assertThat(found.get(4L)).containsOnlyKeys(9L, 2L);
    assertThat(found).hasSize(3);
  }

  /** The best ones of all are known: those behind them are found. */
  @Test
  void knownPairsAreLeftOut() {
    ModelSpec spec = spec(DecoderSpec.DOT);
    float[] parameters = values(spec.layout().length(), 81);
    List<Long> keys = new ArrayList<>(rows().keySet());
    Map<Long, Map<Long, Float>> all = search(spec, parameters, keys, 2000, Workers.CALLER);
    KnownPairs known =
        (heads, count) -> {
          long[][] tails = new long[count][];
          for (int i = 0; i < count; i++) {
            tails[i] =
                all.get(heads[i] - 1000).keySet().stream()
                    .limit(3)
                    .mapToLong(key -> 1000 + key)
                    .sorted()
                    .toArray();
          }
          return tails;
        };
    Map<Long, Map<Long, Float>> news = search(spec, parameters, keys, 333, Workers.CALLER, known);
    all.forEach(
        (head, candidates) -> {
          List<Map.Entry<Long, Float>> best = List.copyOf(candidates.entrySet());
          List<Map.Entry<Long, Float>> found = List.copyOf(news.get(head).entrySet());
          assertThat(found).hasSize(MOST).startsWith(best.get(3), best.get(4), best.get(5));
          assertThat(found).doesNotContainAnyElementsOf(best.subList(0, 3));
        });
  }

  @Test
  void aScoreThatIsNotANumberIsNone() {
    BestCandidates<String> best = new BestCandidates<>(1, 2);
    best.offer(0, "a", Float.NaN);
    best.offer(0, "b", 1);
    best.offer(0, "c", Float.NaN);
    best.offer(0, "d", 2);
    best.offer(0, "a", 1);
    assertThat(best.of(0)).containsExactly(Map.entry("d", 2f), Map.entry("a", 1f));
  }

  /** The score of each class is that of a perceptron with its column of weights alone. */
  @Test
  void aPairHasAScoreForEachClass() {
    final int classes = 3;
    ModelSpec all = spec(DecoderSpec.mlp(4, classes));
    float[] parameters = values(all.layout().length(), 90);
    PairScorer scorer = PairScorer.of(all, parameters);
    float[] head = new float[scorer.width()];
    float[] tail = new float[scorer.width()];
    scorer.head(values(DIM, 91), head, 0);
    scorer.tail(values(DIM, 92), tail, 0, 1);
    float[] scores = new float[scorer.outputs()];
    scorer.score(head, 0, tail, 0, scores);
    ModelSpec one = spec(DecoderSpec.mlp(4, 1));
    assertThat(scores).hasSize(classes);
    for (int c = 0; c < classes; c++) {
      float[] ofClass = Arrays.copyOf(parameters, one.layout().length());
      final int weights = one.layout().get("decoder.weight_out").offset();
      for (int j = 0; j < 4; j++) {
        ofClass[weights + j] = parameters[weights + j * classes + c];
      }
      ofClass[one.layout().get("decoder.bias_out").offset()] =
          parameters[all.layout().get("decoder.bias_out").offset() + c];
      assertThat((double) scores[c])
          .isCloseTo(score(one, ofClass, values(DIM, 91), values(DIM, 92)), within(1e-5));
    }
    assertThatThrownBy(() -> scorer.score(head, 0, 1, tail, 16, new float[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a pair has 3 scores, not one");
  }

  /** Whichever end is asked for, a pair has the same score. */
  @ParameterizedTest
  @ValueSource(strings = {"dot", "distmult", "complex", "mlp"})
  void headsAreScoredForTailsToo(String decoder) {
    final ModelSpec spec = spec(decoder(decoder));
    final float[] parameters = values(spec.layout().length(), 83);
    final PairScorer scorer = PairScorer.of(spec, parameters).reversed();
    final float[] head = values(DIM, 84);
    final float[] tail = values(DIM, 85);
    final float[] asked = new float[scorer.width()];
    final float[] other = new float[scorer.width()];
    scorer.head(tail, asked, 0);
    scorer.tail(head, other, 0, 1);
    final float[] scores = new float[1];
    scorer.score(asked, 0, other, 0, scores);
    assertThat((double) scores[0]).isCloseTo(score(spec, parameters, head, tail), within(1e-4));
  }

  @Test
  void aRelationMustBeNamed() {
    ModelSpec related = spec(DecoderSpec.distMult(2));
    assertThatThrownBy(() -> PairScorer.of(related, new float[related.layout().length()]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("by their relation");
  }

  /** The weights of a relation are those of a decoder that knows no other. */
  @Test
  void aPairIsScoredByItsRelation() {
    ModelSpec two = spec(DecoderSpec.distMult(2));
    ModelSpec one = spec(DecoderSpec.distMult(1));
    float[] parameters = values(two.layout().length(), 81);
    final int first = two.layout().get("decoder.relation").offset();
    final int width = one.layout().get("decoder.relation").length();
    float[] row = values(width, 82);
    for (int relation = 0; relation < 2; relation++) {
      float[] alone = Arrays.copyOf(parameters, one.layout().length());
      System.arraycopy(
          parameters,
          first + relation * width,
          alone,
          one.layout().get("decoder.relation").offset(),
          width);
      float[] expected = new float[width];
      float[] scored = new float[width];
      PairScorer.of(one, alone).head(row, expected, 0);
      PairScorer.of(two, parameters, relation).head(row, scored, 0);
      assertThat(scored).isEqualTo(expected);
    }
  }
}
