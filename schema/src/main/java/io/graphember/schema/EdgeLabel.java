// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;
import java.util.Optional;

/**
 * What may be known of the edges of a type beside their features, to be learned: the first float of
 * an edge's row, if it takes one; the features follow. Whatever reads rows for a model leaves it
 * out. Immutable.
 */
public sealed interface EdgeLabel {
  /** Nothing is known. */
  EdgeLabel NONE = new None();

  /** Label of an edge of which nothing is known; as a float it is not a number. */
  int UNKNOWN = -1;

  /** Floats of an edge's row that it takes, before the features: 0 or 1. */
  int floats();

  /** Names of the classes; empty if there are none. */
  List<String> classNames();

  /** What is wrong with the float of a row, for a message; empty if nothing is. */
  Optional<String> problem(float stored);

  /** The 32 bits that are learned, of the float of a row; {@link #UNKNOWN} if it is not known. */
  int learned(float stored);

  /** True if it is a number. */
  default boolean target() {
    return false;
  }

  /** Classes of some names, or nothing if there are no names. */
  static EdgeLabel of(List<String> classNames) {
    return of(classNames, false);
  }

  /**
   * Classes of some names, or a number, or nothing.
   *
   * @param target true for a number
   * @throws IllegalArgumentException if both are given
   */
  static EdgeLabel of(List<String> classNames, boolean target) {
    if (target && !classNames.isEmpty()) {
      throw new IllegalArgumentException("edges have either classes or numbers");
    }
    if (target) {
      return new Target();
    }
    return classNames.isEmpty() ? NONE : new Classes(classNames);
  }

  /** Edges are not labelled. */
  record None() implements EdgeLabel {
    @Override
    public int floats() {
      return 0;
    }

    @Override
    public List<String> classNames() {
      return List.of();
    }

    @Override
    public Optional<String> problem(float stored) {
      return Optional.empty();
    }

    @Override
    public int learned(float stored) {
      return UNKNOWN;
    }

    @Override
    public String toString() {
      return "none";
    }
  }

  /**
   * An edge may have a class. Its float is the number of the class from 1 on, 0 if it is not known;
   * what is learned is the number from 0 on.
   *
   * @param classNames names of the classes, at least one
   */
  record Classes(List<String> classNames) implements EdgeLabel {
    /** Checks how many there are. */
    public Classes {
      classNames = List.copyOf(classNames);
      if (classNames.isEmpty() || classNames.size() > LabelIndex.MAX_CLASSES) {
        throw new IllegalArgumentException(
            "edges must have 1 to %d classes, have %d"
                .formatted(LabelIndex.MAX_CLASSES, classNames.size()));
      }
    }

    @Override
    public int floats() {
      return 1;
    }

    @Override
    public Optional<String> problem(float stored) {
      return stored == (int) stored && stored >= 0 && stored <= classNames.size()
          ? Optional.empty()
          : Optional.of("class %s, which is not 0 to %d".formatted(stored, classNames.size()));
    }

    @Override
    public int learned(float stored) {
      return (int) stored - 1;
    }

    @Override
    public String toString() {
      return classNames.toString();
    }
  }

  /** An edge may have a number. Its float is that number, NaN if it is not known. */
  record Target() implements EdgeLabel {
    @Override
    public boolean target() {
      return true;
    }

    @Override
    public int floats() {
      return 1;
    }

    @Override
    public List<String> classNames() {
      return List.of();
    }

    @Override
    public Optional<String> problem(float stored) {
      return Float.isInfinite(stored)
          ? Optional.of("target %s, which is not finite".formatted(stored))
          : Optional.empty();
    }

    @Override
    public int learned(float stored) {
      return Float.isNaN(stored) ? UNKNOWN : Float.floatToRawIntBits(stored);
    }

    @Override
    public String toString() {
      return "numbers";
    }
  }
}
