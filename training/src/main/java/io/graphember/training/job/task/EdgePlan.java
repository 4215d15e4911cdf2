// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.CounterRandom;
import java.util.List;

/**
 * How edges are drawn by a job that learns something of them. Edges of a batch are drawn from all
 * of the graph; what an edge is for depends on its ends alone, whichever way it points, so that the
 * answer of one direction does not stand in the other.
 *
 * @param edgeTypes numbers of the types they are drawn from, ascending; empty for all
 * @param validation share of the edges for validation
 * @param test share of the edges to test with
 * @param edges number of edges of these types, about
 * @param measured most edges of a validation or a test
 * @param key decides what an edge is for
 */
public record EdgePlan(
    List<Integer> edgeTypes, double validation, double test, int edges, int measured, long key) {
  /** Most edges that are measured where nobody says so. */
  public static final int MOST_MEASURED = 10_000;

  /** A plan of its own copy. */
  public EdgePlan {
    edgeTypes = List.copyOf(edgeTypes);
  }

  /** The plan for so many edges of all types. */
  static EdgePlan of(double validation, double test, long edges, long key) {
    return of(List.of(), validation, test, edges, MOST_MEASURED, key);
  }

  static EdgePlan of(
      List<Integer> edgeTypes, double validation, double test, long edges, int measured, long key) {
    return new EdgePlan(
        edgeTypes, validation, test, (int) Math.min(edges, Integer.MAX_VALUE), measured, key);
  }

  /** What an edge is for. */
  public EdgePart part(long source, long destination) {
    final long ends = CounterRandom.mix(source) + CounterRandom.mix(destination);
    final double place = CounterRandom.unitDouble(CounterRandom.child(key, ends));
    if (place < validation) {
      return EdgePart.VALID;
    }
    return place < validation + test ? EdgePart.TEST : EdgePart.TRAIN;
  }

  /** Edges of an epoch, of a validation or of a test; the latter at most {@link #measured}. */
  public int draws(EdgePart part) {
    return switch (part) {
      case TRAIN -> (int) Math.max(1, edges * (1 - validation - test));
      case VALID -> measured(validation);
      case TEST -> measured(test);
    };
  }

  private int measured(double share) {
    return share == 0 ? 0 : (int) Math.min(measured, Math.max(1, edges * share));
  }
}
