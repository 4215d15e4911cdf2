// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rounds of one job's collective on one node: what has come of the segments that the node adds
 * up, and the sums that its trainers wait for. Safe for use by several threads.
 */
public final class JobSums {
  private final int trainers;
  private final Map<Part, Round> rounds = new HashMap<>();
  private final Map<Awaited, CompletableFuture<Sum>> awaited = new ConcurrentHashMap<>();

  /** Nothing has come yet. */
  public JobSums(int trainers) {
    this.trainers = trainers;
  }

  /**
   * One segment of the values of a round.
   *
   * @param round number of the round
   * @param segment number of the segment
   */
  public record Part(int round, int segment) {}

  private record Awaited(Part part, int rank) {}

  /**
   * What a part of a round adds up to.
   *
   * @param values sum of the values
   * @param metrics sum of the metrics
   */
  public record Sum(float[] values, double[] metrics) {}

  private static final class Round {
    private final float[][] values;
    private final double[][] metrics;
    private int missing;

    Round(int trainers) {
      values = new float[trainers][];
      metrics = new double[trainers][];
      missing = trainers;
    }

    void add(int rank, float[] contribution, double[] contributedMetrics) {
      missing -= values[rank] == null ? 1 : 0;
      values[rank] = contribution;
      metrics[rank] = contributedMetrics;
    }

    /** Adds in the order of ranks, so that the bits do not depend on who came first. */
    Sum sum() {
      float[] sum = values[0].clone();
      double[] sumOfMetrics = metrics[0].clone();
      for (int rank = 1; rank < values.length; rank++) {
        float[] contribution = values[rank];
        for (int i = 0; i < sum.length; i++) {
          sum[i] += contribution[i];
        }
        for (int i = 0; i < sumOfMetrics.length; i++) {
          sumOfMetrics[i] += metrics[rank][i];
        }
      }
      return new Sum(sum, sumOfMetrics);
    }
  }

  /** Takes a contribution; the sum if it was the last of its part. */
  public synchronized Optional<Sum> contribute(
      Part part, int rank, float[] values, double[] metrics) {
    Round open = rounds.computeIfAbsent(part, r -> new Round(trainers));
    open.add(rank, values, metrics);
    if (open.missing > 0) {
      return Optional.empty();
    }
    rounds.remove(part);
    return Optional.of(open.sum());
  }

  /** The sum that a trainer waits for; taken once. */
  public CompletableFuture<Sum> expect(Part part, int rank) {
    return awaited.computeIfAbsent(new Awaited(part, rank), k -> new CompletableFuture<>());
  }

  /** Nobody waits for it any more. */
  public void forget(Part part, int rank) {
    awaited.remove(new Awaited(part, rank));
  }
}
