// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

/**
 * In-neighbours of vertices in one partition, as numbers of rows of the matrix that this process
 * keeps of the partition. Immutable; safe for any thread.
 */
public interface InLists {
  /** Length of the list of a vertex, by its local number in the partition. */
  int degree(int local);

  /** Copies a list; how long it is. */
  int copy(int local, int[] target, int at);

  /**
   * Copies the places that {@link #type} and {@link #readFeatures} know the edges of a list by:
   * their positions, where the list is whole.
   */
  default void places(int local, int[] target, int at) {
    for (int place = 0; place < degree(local); place++) {
      target[at + place] = place;
    }
  }

  /** Id of the vertex of a row. */
  long vid(int row);

  /** {@code 1 / sqrt(d + 1)} with the in-degree d of the vertex of a row (GCN, equation 2). */
  float norm(int row);

  /** Type of an edge by its place. */
  int type(int local, int place);

  /** Where edges of a type begin in the list; {@link #end} if there are none. */
  int start(int local, int type);

  /** Where they end. */
  int end(int local, int type);

  /** Copies what an edge carries. */
  void readFeatures(int local, int place, float[] target, int at);
}
