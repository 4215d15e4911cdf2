// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import java.util.Locale;

/**
 * One tensor that a printed program is called with.
 *
 * @param part what it is
 * @param number of the weight, of the neighbour, or stream of the mask; 0 for others
 */
record Argument(Part part, int number) {
  /** What a program may look at. */
  enum Part {
    INPUT,
    AGGREGATED,
    OFFSETS,
    NEIGHBORS,
    NTH_NEIGHBOR,
    EDGE_WEIGHTS,
    SELF_WEIGHTS,
    EDGE_FEATURES,
    EDGE_TYPES,
    VERTEX_TYPES,
    HEADS,
    TAILS,
    RELATIONS,
    MASK,
    WEIGHT
  }

  /** Name in the source. */
  String name() {
    String name = part.name().toLowerCase(Locale.ROOT);
    return switch (part) {
      case MASK, WEIGHT, NTH_NEIGHBOR -> name + number;
      default -> name;
    };
  }
}
