// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.VertexAttributes;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CsrRows;

/** What is known of vertices of one type, by row. Used by one thread at a time. */
public interface VertexReader {
  /** Adds the key of a vertex to a column. */
  void copyKey(int row, KeyColumn.Builder target);

  /** Number of its label, -1 for none. */
  int label(int row);

  /** Code of its {@link io.graphember.schema.Split}, 0 for none. */
  byte split(int row);

  /** Its timestamp, {@link VertexAttributes#UNKNOWN} for none. */
  long time(int row);

  /** Its cluster, {@link VertexAttributes#UNKNOWN} for none. */
  long cluster(int row);

  /** Copies its features and targets out; leaves the target alone where the type has none. */
  void readRow(int row, float[] target);

  /** Adds its features that are not zero to sparse rows, as their next one. */
  void appendFeatures(int row, CsrRows.Builder target);
}
