// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/** What the rows of a value belong to. */
public enum Space {
  /** One row for each source of a block, its destinations first. */
  SOURCES,
  /** One row for each destination of a block; in a decoder one for each seed. */
  DESTINATIONS,
  /** One row for each edge of a block, in the order of its neighbours. */
  EDGES,
  /**
   * One row for each destination and edge type of which it has edges, destination by destination: a
   * destination's neighbours by that type.
   */
  NEIGHBORHOODS,
  /** One row for each pair of seeds. */
  PAIRS,
  /** A single row, which goes with each row of another space. */
  ONE
}
