// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.id.Vid;
import java.util.Comparator;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/**
 * Orders of all vertices of a graph (GLISP, section IV-E). Inference uses {@link #PDS}, which is
 * the order of vids; the others are there to be compared with it.
 */
public enum VertexOrder {
  /** By the user's key. GLISP: natural sort, NS. */
  NATURAL,
  /** By in-degree, descending. GLISP: degree sort, DS. */
  DEGREE,
  /** By partition, then by key. GLISP: partition sort, PS. */
  PARTITION,
  /** By partition, then by degree, descending. GLISP: partition based degree sort. */
  PDS;

  /**
   * Compares vids.
   *
   * @param keys the user's key of a vid, as a number of the same order
   * @param inDegrees in-degree of a vid
   */
  public Comparator<Long> comparator(LongUnaryOperator keys, LongToIntFunction inDegrees) {
    Comparator<Long> byKey = Comparator.comparingLong(keys::applyAsLong);
    return switch (this) {
      case NATURAL -> byKey;
      case DEGREE ->
          Comparator.<Long>comparingInt(vid -> -inDegrees.applyAsInt(vid)).thenComparing(byKey);
      case PARTITION -> Comparator.<Long>comparingInt(Vid::partition).thenComparing(byKey);
      case PDS -> Comparator.naturalOrder();
    };
  }
}
