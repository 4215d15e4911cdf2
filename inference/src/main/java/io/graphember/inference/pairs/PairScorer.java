// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.DecoderSpec;
import java.util.Arrays;

/**
 * Scores pairs of rows as a decoder does ({@link DecoderSpec.Kind}). What depends on one end of a
 * pair alone is computed once a row, by {@link #head} and {@link #tail}; from two such prepared
 * rows a score is a sum over {@link #width} columns. Immutable; safe for any thread.
 */
public interface PairScorer {
  /** Floats of a prepared row. */
  int width();

  /** Scores of a pair: those of the classes of an edge, or one. */
  default int outputs() {
    return 1;
  }

  /** True if the score of a pair is the dot product of its two prepared rows. */
  boolean isProduct();

  /**
   * The scorer of the same pairs whose heads are their tails: {@code head} of it prepares the row
   * of a tail, {@code tail} that of a head.
   */
  PairScorer reversed();

  /**
   * Prepares the row of a head.
   *
   * @param row as it left the model
   * @param prepared receives {@link #width} floats from {@code at} on
   */
  void head(float[] row, float[] prepared, int at);

  /**
   * Prepares the row of a tail, the same way whatever the relation.
   *
   * @param row as it left the model
   * @param prepared receives {@link #width} floats, {@code step} floats apart from {@code at} on
   */
  void tail(float[] row, float[] prepared, int at, int step);

  /**
   * Scores every head with every tail, of a scorer with one output. O(heads tails width).
   *
   * @param heads prepared, one row after the other
   * @param from first head
   * @param count how many heads
   * @param tails prepared, the transposed matrix: [width, stride]
   * @param stride floats of a row of it and of the scores, a multiple of 16
   * @param scores receives {@code count * stride} floats, a row for each head
   */
  void score(float[] heads, int from, int count, float[] tails, int stride, float[] scores);

  /**
   * Scores one pair. O(width outputs).
   *
   * @param heads prepared; the pair's from {@code headAt} on
   * @param tails prepared with a step of 1; the pair's from {@code tailAt} on
   * @param scores receives {@link #outputs} floats
   */
  void score(float[] heads, int headAt, float[] tails, int tailAt, float[] scores);

  /**
   * The scorer of a trained model; of one that has no decoder, the dot product of embeddings.
   *
   * @param parameters all parameters of the model
   * @throws IllegalArgumentException if pairs have several scores, those of relations
   */
  static PairScorer of(ModelSpec spec, float[] parameters) {
    if (spec.decoder().relations() > 1) {
      throw new IllegalArgumentException(
          "pairs are scored by their relation, which one is not said");
    }
    return of(spec, parameters, 0);
  }

  /**
   * The scorer of pairs of one relation.
   *
   * @param parameters all parameters of the model
   * @param relation one of the decoder's; of decoders that do not tell relations apart, any
   */
  static PairScorer of(ModelSpec spec, float[] parameters, int relation) {
    DecoderSpec decoder = spec.decoder();
    return switch (decoder.kind()) {
      case NONE, DOT -> ProductScorer.ofColumns(spec.embeddingDim());
      case DIST_MULT -> new ProductScorer(row(spec, parameters, "relation", relation));
      case COMPLEX ->
          new ComplexScorer(
              row(spec, parameters, "relation", relation),
              row(spec, parameters, "relation_imaginary", relation));
      case MLP ->
          new PerceptronScorer(
              weights(spec, parameters, "weight_hidden"),
              weights(spec, parameters, "bias_hidden"),
              weights(spec, parameters, "weight_out"),
              weights(spec, parameters, "bias_out"));
    };
  }

  private static float[] row(ModelSpec spec, float[] parameters, String name, int relation) {
    final float[] rows = weights(spec, parameters, name);
    final int width = rows.length / spec.decoder().relations();
    return Arrays.copyOfRange(rows, relation * width, (relation + 1) * width);
  }

  private static float[] weights(ModelSpec spec, float[] parameters, String name) {
    ParameterLayout.Parameter parameter = spec.layout().get("decoder." + name);
    final int from = parameter.offset();
    return Arrays.copyOfRange(parameters, from, from + parameter.length());
  }
}
