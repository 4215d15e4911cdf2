// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.triple.End;
import io.graphember.spi.triple.TripleScoring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every scoring function of triples keeps. */
public abstract class TripleScoringContract {
  private static final int DIM = 8;
  private static final int OFFSET = 3; // rows begin anywhere
  private static final float STEP = 1e-3f;

  /** The function. */
  protected abstract TripleScoring scoring();

  /** True if a triple has the same score whichever end is asked for. */
  protected boolean bothWays() {
    return true;
  }

  private static float[] row(int length, long key) {
    float[] row = new float[OFFSET + length];
    for (int i = 0; i < row.length; i++) {
      row[i] = 0.2f + CounterRandom.unitFloat(CounterRandom.bits(key, i));
    }
    return row;
  }

  private float[] query(End missing, float[] entity, float[] relation) {
    float[] query = new float[OFFSET + DIM];
    scoring().query(missing, entity, OFFSET, relation, OFFSET, query, OFFSET, DIM);
    return query;
  }

  private double score(float[] query, float[] other) {
    double sum = 0;
    final int half = DIM / 2;
    for (int k = OFFSET; k < OFFSET + DIM; k++) {
      final double difference = query[k] - other[k];
      sum +=
          switch (scoring().comparison()) {
            case PRODUCT -> (double) query[k] * other[k];
            case L1 -> Math.abs(difference);
            case L2 -> difference * difference;
            case MODULUS ->
                k < OFFSET + half
                    ? Math.hypot(difference, (double) query[k + half] - other[k + half])
                    : 0;
          };
    }
    return switch (scoring().comparison()) {
      case PRODUCT -> sum;
      case L2 -> -Math.sqrt(sum);
      case L1, MODULUS -> -sum;
    };
  }

  @Test
  void aTripleHasTheSameScoreWhicheverEndIsAskedFor() {
    float[] head = row(DIM, 1);
    float[] tail = row(DIM, 2);
    float[] relation = row(scoring().relationDim(DIM), 3);
    final double ofTail = score(query(End.TAIL, head, relation), tail);
    final double ofHead = score(query(End.HEAD, tail, relation), head);
    if (bothWays()) {
      assertThat(ofTail).isCloseTo(ofHead, within(1e-5 * Math.max(1, Math.abs(ofHead))));
    } else {
      assertThat(ofTail).isNotNaN();
      assertThat(ofHead).isNotNaN();
    }
  }

  @Test
  void aNameIsOneOfAJobFile() {
    assertThat(scoring().name()).matches("[A-Za-z0-9_-]+");
  }

  /** Against differences of {@code sum_k g_k query_k}. */
  @ParameterizedTest
  @EnumSource
  void gradientsAreThoseOfTheQuery(End missing) {
    final int relationDim = scoring().relationDim(DIM);
    float[] entity = row(DIM, 4);
    float[] relation = row(relationDim, 5);
    float[] gradient = row(DIM, 6);
    float[] ofEntity = new float[OFFSET + DIM];
    float[] ofRelation = new float[OFFSET + relationDim];
    ofEntity[OFFSET] = 1; // gradients are added
    scoring()
        .addGradients(
            missing, entity, ofEntity, OFFSET, relation, ofRelation, OFFSET, gradient, OFFSET, DIM);
    ofEntity[OFFSET] -= 1;
    for (int k = OFFSET; k < OFFSET + DIM; k++) {
      assertThat(ofEntity[k])
          .isCloseTo(slope(missing, entity, relation, entity, k, gradient), within(5e-3f));
    }
    for (int k = OFFSET; k < OFFSET + relationDim; k++) {
      assertThat(ofRelation[k])
          .isCloseTo(slope(missing, entity, relation, relation, k, gradient), within(5e-3f));
    }
    assertThat(ofEntity[0]).as("what is before a row is not its own").isZero();
    assertThat(ofRelation[0]).isZero();
  }

  private float slope(
      End missing, float[] entity, float[] relation, float[] moved, int k, float[] gradient) {
    final float before = moved[k];
    moved[k] = before + STEP;
    final double up = product(query(missing, entity, relation), gradient);
    moved[k] = before - STEP;
    final double down = product(query(missing, entity, relation), gradient);
    moved[k] = before;
    return (float) ((up - down) / (2 * STEP));
  }

  private static double product(float[] query, float[] gradient) {
    double sum = 0;
    for (int k = OFFSET; k < OFFSET + DIM; k++) {
      sum += (double) query[k] * gradient[k];
    }
    return sum;
  }
}
