// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.triple.TripleScoring;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;

/** Triples of a knowledge graph have higher scores than others. */
public sealed interface TripleMethod extends EmbeddingMethod {
  /** How triples are scored. */
  TripleScoring scoring();

  /** How far apart the scores of what holds and of what does not are to be. */
  float margin();

  /** What all of them have. */
  TripleSettings triples();

  @Override
  default Optional<String> halves() {
    return scoring().complex()
        ? Optional.of("complex numbers, which type: %s has".formatted(type()))
        : Optional.empty();
  }

  @Override
  default long mostOfBatch(int batchSize, int negatives) {
    final int chunk = triples().chunkSize();
    return 2L * batchSize + 2L * ((batchSize + chunk - 1) / chunk) * negatives;
  }

  @Override
  default long mostScores(int batchSize, int negatives) {
    return triples().filterNegatives()
        ? 2L * batchSize * negatives // whether each makes a triple is looked up for a batch
        : (long) Math.min(batchSize, triples().chunkSize()) * negatives;
  }

  /**
   * Translations, {@link io.graphember.spi.triple.TransE}: {@code embedding: {type: transe}}.
   *
   * @param norm how distances are measured
   * @param margin how far apart scores are to be
   * @param triples how rows are trained
   */
  @Tag("transe")
  record TransE(
      @Setting(value = "How distances are measured: l1 or l2.", byDefault = "l1") @NotNull
          Norm norm,
      @Setting(
              value =
                  "Distance below which a triple is to hold, and that negatives are to be beyond it with loss: margin.",
              byDefault = "9")
          @DecimalMin("0")
          @DecimalMax("1000")
          float margin,
      @Inlined TripleSettings triples)
      implements TripleMethod {
    @Override
    public TripleScoring scoring() {
      return new io.graphember.spi.triple.TransE(norm.comparison());
    }
  }

  /**
   * Diagonal bilinear forms, {@link io.graphember.spi.triple.DistMult}: {@code embedding: {type:
   * distmult}}.
   *
   * @param margin how far apart scores are to be
   * @param triples how rows are trained
   */
  @Tag("distmult")
  record DistMult(
      @Setting(
              value = "How far above those of negatives scores are to be, with loss: margin.",
              byDefault = "1")
          @DecimalMin("0")
          @DecimalMax("1000")
          float margin,
      @Inlined TripleSettings triples)
      implements TripleMethod {
    @Override
    public TripleScoring scoring() {
      return new io.graphember.spi.triple.DistMult();
    }
  }

  /**
   * Complex bilinear forms, {@link io.graphember.spi.triple.ComplEx}: {@code embedding: {type:
   * complex}}.
   *
   * @param margin how far apart scores are to be
   * @param triples how rows are trained
   */
  @Tag("complex")
  record ComplEx(
      @Setting(
              value = "How far above those of negatives scores are to be, with loss: margin.",
              byDefault = "1")
          @DecimalMin("0")
          @DecimalMax("1000")
          float margin,
      @Inlined TripleSettings triples)
      implements TripleMethod {
    @Override
    public TripleScoring scoring() {
      return new io.graphember.spi.triple.ComplEx();
    }
  }

  /**
   * Rotations, {@link io.graphember.spi.triple.RotatE}: {@code embedding: {type: rotate}}.
   *
   * @param margin how far apart scores are to be
   * @param triples how rows are trained
   */
  @Tag("rotate")
  record RotatE(
      @Setting(
              value =
                  "Distance below which a triple is to hold, and that negatives are to be beyond it with loss: margin.",
              byDefault = "9")
          @DecimalMin("0")
          @DecimalMax("1000")
          float margin,
      @Inlined TripleSettings triples)
      implements TripleMethod {
    @Override
    public TripleScoring scoring() {
      return new io.graphember.spi.triple.RotatE();
    }
  }

  /**
   * A function that a jar brings: {@code embedding: {type: scoring}}.
   *
   * @param function its name
   * @param margin how far apart scores are to be
   * @param triples how rows are trained
   */
  @Tag("scoring")
  record JarScoring(
      @Setting("Name of a scoring function that a jar in libs brings.") @NotEmpty String function,
      @Setting(
              value =
                  "Distance below which a triple is to hold, and that negatives are to be beyond it with loss: margin.",
              byDefault = "9")
          @DecimalMin("0")
          @DecimalMax("1000")
          float margin,
      @Inlined TripleSettings triples)
      implements TripleMethod {
    @Override
    public TripleScoring scoring() {
      return TripleScorings.named(function);
    }

    /** Of a function that is not here, the cluster says so. */
    @Override
    public Optional<String> halves() {
      return TripleScorings.find(function)
          .filter(TripleScoring::complex)
          .map(scoring -> "complex numbers, which function: %s has".formatted(function));
    }
  }
}
