// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.config.SettingsDocument;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.triple.Comparison;
import io.graphember.spi.triple.End;
import io.graphember.spi.triple.TripleScoring;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.job.embedding.Regularizer;
import io.graphember.training.job.embedding.TripleLossKind;
import io.graphember.training.job.embedding.TripleMethod;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Gradients of a chunk against differences of a loss that is computed triple by triple in double.
 */
final class TripleGradientsTest {
  private static final int ENTITIES = 9;
  private static final int RELATIONS = 3;
  private static final int DIM = 6;
  private static final int TRIPLES = 5;
  private static final int NEGATIVES = 4;
  private static final double STEP = 2e-4;

  private static TriplePlan plan(String section) {
    EmbeddingSettings settings =
        SettingsDocument.parse(
                "job",
                "{name: j, graph: {name: g}, job: embed, embedding: {dim: %d, negatives: %d, batchSize: %d, %s}}"
                    .formatted(DIM, NEGATIVES, TRIPLES, section))
            .bind(JobSettings.class)
            .embed()
            .embedding();
    return TriplePlan.of(settings, (TripleMethod) settings.method(), 7, RELATIONS, 4);
  }

  private static TripleBatch batch(TriplePlan plan) {
    int[] heads = {0, 1, 2, 3, 0};
    int[] tails = {4, 5, 6, 0, 8};
    int[] relations = {0, 1, 2, 0, 1};
    int[] reverse =
        plan.reciprocal() ? Arrays.stream(relations).map(plan::reverse).toArray() : relations;
    // Tails of both chunks, then heads: one of them is a triple's own entity.
    int[] negatives = {1, 4, 7, 2, 8, 3, 1, 5, 6, 2, 7, 0, 4, 5, 8, 3};
    return new TripleBatch(
        new long[ENTITIES],
        new long[plan.relationRows()],
        heads,
        tails,
        relations,
        reverse,
        negatives,
        new boolean[0]);
  }

  private static float[] rows(int count, long key) {
    float[] rows = new float[count];
    for (int i = 0; i < count; i++) {
      rows[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: transe, chunkSize: 3, norm: l1",
        "type: transe, chunkSize: 3, norm: l2, margin: 1, loss: margin, adversarialTemperature: 0",
        "type: distmult, chunkSize: 3, adversarialTemperature: 0",
        "type: distmult, chunkSize: 3, margin: 0.5, loss: margin, regularization: 0.01, regularizer: l2",
        "type: complex, chunkSize: 3, regularization: 0.01, reciprocal: true, adversarialTemperature: 0",
        "type: rotate, chunkSize: 3, margin: 2, adversarialTemperature: 0",
        "type: rotate, chunkSize: 3, margin: 2, reciprocal: true",
      })
  void aChunkHasTheGradientsOfItsLoss(String section) {
    TriplePlan plan = plan(section);
    TripleBatch batch = batch(plan);
    float[] entities = rows(ENTITIES * DIM, 1);
    float[] relations = rows(plan.relationRows() * plan.relationDim(), 2);
    TripleRows rows =
        new TripleRows(
            entities, new float[entities.length], relations, new float[relations.length]);
    ChunkGradients chunks = new ChunkGradients(plan);
    for (int from = 0; from < TRIPLES; from += 3) {
      for (End missing : End.values()) {
        chunks.add(batch, from, Math.min(TRIPLES, from + 3), missing, rows);
      }
    }
    RowPenalty.of(plan).add(batch, rows);
    final double[][] weights = weights(plan, batch, entities, relations);
    for (int i = 0; i < entities.length; i++) {
      assertThat((double) rows.entityGradients()[i])
          .as("entity %d", i)
          .isCloseTo(slope(plan, batch, entities, relations, weights, entities, i), within(4e-3));
    }
    for (int i = 0; i < relations.length; i++) {
      assertThat((double) rows.relationGradients()[i])
          .as("relation %d", i)
          .isCloseTo(slope(plan, batch, entities, relations, weights, relations, i), within(4e-3));
    }
  }

  private static double slope(
      TriplePlan plan,
      TripleBatch batch,
      float[] entities,
      float[] relations,
      double[][] weights,
      float[] moved,
      int at) {
    final float before = moved[at];
    moved[at] = (float) (before + STEP);
    final double up = loss(plan, batch, entities, relations, weights, true);
    moved[at] = (float) (before - STEP);
    final double down = loss(plan, batch, entities, relations, weights, true);
    moved[at] = before;
    return (up - down) / (2 * STEP);
  }

  /** The shares of negatives, which count as constant: of each triple and end. */
  private static double[][] weights(
      TriplePlan plan, TripleBatch batch, float[] entities, float[] relations) {
    double[][] weights = new double[2 * TRIPLES][NEGATIVES];
    for (int i = 0; i < TRIPLES; i++) {
      for (End missing : End.values()) {
        double[] some = weights[2 * i + missing.ordinal()];
        double sum = 0;
        for (int j = 0; j < NEGATIVES; j++) {
          final int negative = negative(batch, i, missing, j);
          if (negative != wanted(batch, i, missing)) {
            some[j] =
                Math.exp(
                    plan.method().triples().adversarialTemperature()
                        * score(plan, batch, i, missing, negative, entities, relations));
            sum += some[j];
          }
        }
        for (int j = 0; j < NEGATIVES; j++) {
          some[j] /= sum;
        }
      }
    }
    return weights;
  }

  private static int negative(TripleBatch batch, int i, End missing, int j) {
    final int end = missing == End.TAIL ? 0 : 1;
    return batch.negatives()[(i / 3 * 2 + end) * NEGATIVES + j];
  }

  private static int wanted(TripleBatch batch, int i, End missing) {
    return missing == End.TAIL ? batch.tails()[i] : batch.heads()[i];
  }

  private static double score(
      TriplePlan plan,
      TripleBatch batch,
      int i,
      End missing,
      int entity,
      float[] entities,
      float[] relations) {
    final TripleScoring scoring = plan.scoring();
    float[] query = new float[DIM];
    final int known = wanted(batch, i, missing.other());
    final int relation = missing == End.TAIL ? batch.forward()[i] : batch.backward()[i];
    scoring.query(
        plan.reciprocal() ? End.TAIL : missing,
        entities,
        known * DIM,
        relations,
        relation * plan.relationDim(),
        query,
        0,
        DIM);
    double sum = 0;
    for (int k = 0; k < DIM; k++) {
      final double other = entities[entity * DIM + k];
      final double difference = query[k] - other;
      if (scoring.comparison() == Comparison.PRODUCT) {
        sum += query[k] * other;
      } else if (scoring.comparison() == Comparison.L1) {
        sum -= Math.abs(difference);
      } else if (scoring.comparison() == Comparison.L2) {
        sum += difference * difference;
      } else if (k < DIM / 2) {
        sum -=
            Math.hypot(
                difference, (double) query[k + DIM / 2] - entities[entity * DIM + DIM / 2 + k]);
      }
    }
    return scoring.comparison() == Comparison.L2 ? -Math.sqrt(sum) : sum;
  }

  private static double loss(
      TriplePlan plan,
      TripleBatch batch,
      float[] entities,
      float[] relations,
      double[][] weights,
      boolean penalty) {
    final boolean logistic = plan.method().triples().loss() == TripleLossKind.LOGISTIC;
    final double margin =
        logistic && !plan.scoring().comparison().distance() ? 0 : plan.method().margin();
    double loss = 0;
    for (int i = 0; i < TRIPLES; i++) {
      for (End missing : End.values()) {
        final double own =
            score(plan, batch, i, missing, wanted(batch, i, missing), entities, relations);
        loss += logistic ? 0.5 * Math.log1p(Math.exp(-margin - own)) : 0;
        for (int j = 0; j < NEGATIVES; j++) {
          final double weight = weights[2 * i + missing.ordinal()][j];
          if (weight > 0) {
            final double score =
                score(plan, batch, i, missing, negative(batch, i, missing, j), entities, relations);
            loss +=
                weight
                    * (logistic
                        ? 0.5 * Math.log1p(Math.exp(margin + score))
                        : Math.max(0, margin + score - own));
          }
        }
      }
      if (penalty) {
        loss += penalty(plan, entities, batch.heads()[i] * DIM, DIM);
        loss += penalty(plan, entities, batch.tails()[i] * DIM, DIM);
        final int dim = plan.relationDim();
        loss += penalty(plan, relations, batch.forward()[i] * dim, dim);
        loss += plan.reciprocal() ? penalty(plan, relations, batch.backward()[i] * dim, dim) : 0;
      }
    }
    return loss;
  }

  private static double penalty(TriplePlan plan, float[] rows, int at, int dim) {
    final double strength = plan.method().triples().regularization();
    double sum = 0;
    for (int k = at; k < at + dim; k++) {
      if (plan.method().triples().regularizer() == Regularizer.L2) {
        sum += (double) rows[k] * rows[k];
      } else if (!plan.scoring().complex()) {
        sum += Math.pow(Math.abs(rows[k]), 3);
      } else if (k < at + dim / 2) {
        sum += Math.pow(Math.hypot(rows[k], rows[k + dim / 2]), 3);
      }
    }
    return strength * sum;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: rotate, dim: 7 | embedding.dim | must be even with complex numbers, which type: rotate has",
        "type: complex, dim: 7 | embedding.dim | must be even with complex numbers, which type: complex has",
        "type: transe, negatives: 65536, batchSize: 1024, chunkSize: 1024 | embedding.negatives | must be lower, or batchSize and chunkSize: 67108864 scores of triples and negatives are held at once, more than 33554432",
      })
  void whatCannotBeTrainedIsRefused(String section, String setting, String rule) {
    assertThatThrownBy(
            () ->
                SettingsDocument.parse(
                        "job",
                        "{name: j, graph: {name: g}, job: embed, embedding: {%s}}"
                            .formatted(section))
                    .bind(JobSettings.class))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining(setting)
        .hasMessageContaining(rule);
  }
}
