// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Arrays;

/**
 * The numbers of a vertex: the value of a cache of embeddings or of learned values. An object, not
 * an array by itself, because SQL reads fields of objects. Immutable.
 */
public final class Vector {
  private final float[] values;

  /**
   * A vector.
   *
   * @param values not copied; must not be changed any more
   */
  public Vector(float[] values) {
    this.values = values;
  }

  /** The numbers: not a copy, since every read of a cache makes a vector of its own. */
  public float[] values() {
    return values;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Vector other && Arrays.equals(values, other.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
