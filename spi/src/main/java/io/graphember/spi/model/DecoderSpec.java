// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.Optional;

/**
 * How a model scores pairs of seeds by their output rows; its parameters are trained with the
 * layers'.
 *
 * @param kind form of the decoder
 * @param hidden width of the hidden layer of {@link Kind#MLP}, positive; unused by others
 * @param outputs scores of a pair: classes of an edge, or 1; others than {@link Kind#MLP} give 1
 * @param relations types of pairs that {@link Kind#DIST_MULT} and {@link Kind#COMPLEX} tell apart,
 *     at least 1
 */
public record DecoderSpec(Kind kind, int hidden, int outputs, int relations) {
  /** For models that say something of vertices. */
  public static final DecoderSpec NONE = new DecoderSpec(Kind.NONE, 1, 1, 1);

  /** The dot product. */
  public static final DecoderSpec DOT = new DecoderSpec(Kind.DOT, 1, 1, 1);

  /** Forms of a decoder; {@code h} and {@code t} are the output rows of head and tail. */
  public enum Kind {
    /** None: the outputs are those of the seeds. */
    NONE,
    /** {@code h . t}. */
    DOT,
    /**
     * {@code sum_j h_j r_j t_j} with a row r of each relation (Yang et al., "Embedding entities and
     * relations for learning and inference in knowledge bases", ICLR 2015, equation 2); at first
     * ones.
     */
    DIST_MULT,
    /**
     * The real part of {@code sum_j h_j r_j conj(t_j)}, where the first half of a row are real
     * parts and the second half imaginary ones, with a row r of each relation (Trouillon et al.,
     * "Complex embeddings for simple link prediction", ICML 2016, equation 11); at first 1 + 0i. A
     * pair and its reverse have different scores.
     */
    COMPLEX,
    /** {@code relu([h, t] W_1 + b_1) W_2 + b_2}. */
    MLP
  }

  /** Checks the ranges. */
  public DecoderSpec {
    if (hidden < 1 || outputs < 1 || relations < 1) {
      throw new IllegalArgumentException(
          "a decoder needs positive widths: hidden=%d outputs=%d relations=%d"
              .formatted(hidden, outputs, relations));
    }
    if (outputs > 1 && kind != Kind.MLP) {
      throw new IllegalArgumentException("%s gives one score, not %d".formatted(kind, outputs));
    }
  }

  /** {@link Kind#DIST_MULT} of so many relations. */
  public static DecoderSpec distMult(int relations) {
    return new DecoderSpec(Kind.DIST_MULT, 1, 1, relations);
  }

  /** {@link Kind#COMPLEX} of so many relations. */
  public static DecoderSpec complex(int relations) {
    return new DecoderSpec(Kind.COMPLEX, 1, 1, relations);
  }

  /** {@link Kind#MLP}. */
  public static DecoderSpec mlp(int hidden, int outputs) {
    return new DecoderSpec(Kind.MLP, hidden, outputs, 1);
  }

  /**
   * What the decoder computes: {@code relation [relations, columns]} of {@link Kind#DIST_MULT};
   * {@code relation} and {@code relation_imaginary [relations, columns / 2]} of {@link
   * Kind#COMPLEX}; {@code weight_hidden [2 * columns, hidden]}, {@code bias_hidden [hidden]},
   * {@code weight_out [hidden, outputs]}, {@code bias_out [outputs]} of {@link Kind#MLP}.
   *
   * @param columns columns of the seeds' rows; even for {@link Kind#COMPLEX}
   * @return empty for {@link Kind#NONE}
   */
  public Optional<Program> program(int columns) {
    if (kind == Kind.NONE) {
      return Optional.empty();
    }
    Destinations seeds = Destinations.ofDecoder(columns);
    Pairs heads = seeds.heads();
    Pairs scores =
        switch (kind) {
          case NONE, DOT, DIST_MULT, COMPLEX -> related(heads).times(seeds.tails()).sumInHeads(1);
          case MLP ->
              heads
                  .concat(seeds.tails())
                  .linear("weight_hidden", hidden)
                  .bias("bias_hidden")
                  .relu()
                  .linear("weight_out", outputs)
                  .bias("bias_out");
        };
    return Optional.of(scores.program());
  }

  /**
   * What a head makes of its pair so that the score is the dot product with the tail's row: {@code
   * h}, {@code h_j r_j}, or that of complex numbers. It has the weights of {@link #program}.
   *
   * @param columns columns of the seeds' rows
   * @return empty for {@link Kind#NONE} and {@link Kind#MLP}
   */
  public Optional<Program> queryProgram(int columns) {
    return switch (kind) {
      case NONE, MLP -> Optional.empty();
      case DOT, DIST_MULT, COMPLEX ->
          Optional.of(related(Destinations.ofDecoder(columns).heads()).program());
    };
  }

  private Pairs related(Pairs heads) {
    if (kind == Kind.DOT) {
      return heads;
    }
    return kind == Kind.COMPLEX ? complexProduct(heads) : scaled(heads, "relation", 1);
  }

  /** Complex numbers by those of their relation. */
  private Pairs complexProduct(Pairs heads) {
    if (heads.columns() % 2 != 0) {
      throw new IllegalArgumentException(
          "rows of %d columns are no complex numbers".formatted(heads.columns()));
    }
    final int half = heads.columns() / 2;
    final Pairs real = heads.columns(0, half);
    final Pairs imaginary = heads.columns(half, half);
    return scaled(real, "relation", 1)
        .plus(scaled(imaginary, "relation_imaginary", 0).scaled(-1))
        .concat(scaled(imaginary, "relation", 1).plus(scaled(real, "relation_imaginary", 0)));
  }

  /** Rows times that of their relation. */
  private Pairs scaled(Pairs rows, String weight, double initial) {
    return relations == 1
        ? rows.scaledByShared(weight, initial)
        : rows.times(rows.typeRowShared(weight, relations, rows.columns(), initial));
  }
}
