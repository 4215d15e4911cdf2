// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

/**
 * One tensor that a graph is run with.
 *
 * @param program number of the program that looks at it; a decoder comes after the layers
 * @param part what it is
 * @param number of the parameter in the layout, of the neighbour, or stream of the mask; 0 for
 *     others
 */
record Feed(int program, Part part, int number) {
  /** In the place of the program for what the loss looks at. */
  static final int OF_LOSS = -1;

  /** In the place of the program for parameters, at which several programs may look. */
  static final int OF_MODEL = -2;

  /** What a model and its loss may look at. */
  enum Part {
    INPUT,
    AGGREGATED,
    DESTINATIONS,
    DESTINATION_OF_EDGE,
    NEIGHBORS,
    NTH_NEIGHBOR,
    NEIGHBORHOOD_OF_EDGE,
    DESTINATION_OF_NEIGHBORHOOD,
    TYPE_OF_NEIGHBORHOOD,
    EDGE_WEIGHTS,
    SELF_WEIGHTS,
    EDGE_FEATURES,
    EDGE_TYPES,
    VERTEX_TYPES,
    HEADS,
    TAILS,
    RELATIONS,
    MASK,
    WEIGHT,
    LABELS,
    CLASS_WEIGHTS,
    ROW_WEIGHTS,
    SCALE
  }

  /** The feed of a parameter, by its place in the layout. */
  static Feed ofParameter(int number) {
    return new Feed(OF_MODEL, Part.WEIGHT, number);
  }
}
