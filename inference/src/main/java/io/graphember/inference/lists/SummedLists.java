// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import java.util.Arrays;

/**
 * The lists of a partition of another process that sends sums: each boundary vertex has one row,
 * the sum over its in-edges there, already weighted.
 */
public final class SummedLists implements InLists {
  private final int[] vertices;

  /** Sums of these local numbers of the partition, ascending: row i is that of vertex i. */
  public SummedLists(int[] vertices) {
    this.vertices = vertices;
  }

  @Override
  public int degree(int local) {
    return Arrays.binarySearch(vertices, local) >= 0 ? 1 : 0;
  }

  @Override
  public int copy(int local, int[] target, int at) {
    final int row = Arrays.binarySearch(vertices, local);
    if (row < 0) {
      return 0;
    }
    target[at] = row;
    return 1;
  }

  @Override
  public void places(int local, int[] target, int at) {
    throw noEdges();
  }

  @Override
  public long vid(int row) {
    throw noEdges();
  }

  @Override
  public float norm(int row) {
    throw noEdges();
  }

  @Override
  public int type(int local, int place) {
    throw noEdges();
  }

  @Override
  public int start(int local, int type) {
    throw noEdges();
  }

  @Override
  public int end(int local, int type) {
    throw noEdges();
  }

  @Override
  public void readFeatures(int local, int place, float[] target, int at) {
    throw noEdges();
  }

  private static IllegalStateException noEdges() {
    return new IllegalStateException("a sum was sent, not its edges");
  }
}
