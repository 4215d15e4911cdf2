// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * In-neighbours of vertices in one partition, as numbers of rows of the matrix that this process
 * keeps of the partition. Immutable; safe for any thread.
 */
interface InLists {
  /** Length of the list of a vertex, by its local number in the partition. */
  int degree(int local);

  /** Copies a list; how long it is. */
  int copy(int local, int[] target, int at);

  /** {@code 1 / sqrt(d + 1)} with the in-degree d of the vertex of a row (GCN, equation 2). */
  float norm(int row);

  /** Type of an edge by its place in the list. */
  int type(int local, int place);

  /** Place of the first edge of a type in the list; {@link #end} if there is none. */
  int start(int local, int type);

  /** Place behind the last edge of a type. */
  int end(int local, int type);

  /** Copies what an edge carries. */
  void readFeatures(int local, int place, float[] target, int at);
}
