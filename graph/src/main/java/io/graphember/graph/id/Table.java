// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.id;

/** The tables of a partition in the durable cache. Numbers are part of the stored format. */
public enum Table {
  /** Edges in both directions and replica sets: one section. */
  TOPOLOGY(0),
  /** The user's keys of the masters: one section. */
  KEYS(1),
  /** Label and split of the masters: one section. */
  LABELS(2),
  /**
   * Feature rows of the masters of vertex type 0: blocks of rows. Type t has table {@code 3 + t};
   * numbers up to 258 are taken by types.
   */
  FEATURES(3),
  /** Weights and times of the edges: one section, if edges have any. */
  EDGE_VALUES(259),
  /** Feature rows of the edges: blocks of rows, if edges have any. */
  EDGE_FEATURES(260),
  /**
   * Target rows of the masters of vertex type 0: blocks of rows. Type t has table {@code 261 + t};
   * numbers up to 516 are taken by types.
   */
  TARGETS(261),
  /** Edges that are held out, by the masters they begin at: one section, if the graph has any. */
  HELD_OUT(517),
  /** Times and clusters of the masters: one section, if vertices of any type have any. */
  VERTEX_VALUES(518),
  /**
   * What a version changes of a partition whose blocks are those of another version: one section,
   * if it changes something.
   */
  PATCH(519);

  private final int number;

  Table(int number) {
    this.number = number;
  }

  /** Number in a {@link BlockKey}. */
  public int number() {
    return number;
  }

  /** Number in a {@link BlockKey} of the table of feature rows of a vertex type. */
  public static int features(int vertexType) {
    return FEATURES.number + vertexType;
  }

  /** Number in a {@link BlockKey} of the table of target rows of a vertex type. */
  public static int targets(int vertexType) {
    return TARGETS.number + vertexType;
  }

  /** The table that a number belongs to, of any vertex type. */
  public static Table of(int number) {
    for (Table table : values()) {
      if (table.number == number) {
        return table;
      }
    }
    return number > TARGETS.number ? TARGETS : FEATURES;
  }
}
