// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.github.jbellis.jvector.vector.types.VectorFloat;

/**
 * What JVector hands back to {@link SpaceScores} of a row that is added to a graph: its number, no
 * copy of its floats.
 *
 * @param number of the row
 */
record NumberedRow(int number) implements VectorFloat<Void> {
  @Override
  public Void get() {
    throw unread();
  }

  @Override
  public int length() {
    throw unread();
  }

  @Override
  public VectorFloat<Void> copy() {
    return this;
  }

  @Override
  public void copyFrom(VectorFloat<?> from, int fromAt, int at, int length) {
    throw unread();
  }

  @Override
  public float get(int at) {
    throw unread();
  }

  @Override
  public void set(int at, float value) {
    throw unread();
  }

  @Override
  public void zero() {
    throw unread();
  }

  @Override
  public long ramBytesUsed() {
    return 0;
  }

  private static UnsupportedOperationException unread() {
    return new UnsupportedOperationException("scores are asked for by the number of a row");
  }
}
