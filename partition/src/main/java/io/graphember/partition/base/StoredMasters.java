// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.SparseSlab;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CsrRows;
import org.jspecify.annotations.Nullable;

/**
 * Masters of one type of a partition that is stored, in the order of their local numbers. Used by
 * one thread at a time.
 *
 * @param type what they have in common
 * @param keys of the masters of the type
 * @param labels of the masters of all types
 * @param data times and clusters of the masters of all types
 * @param first place of the type's first master among those of all types
 * @param features their feature rows; null for none
 * @param targets their target rows; null for none
 */
public record StoredMasters(
    VertexType type,
    KeyColumn keys,
    VertexLabels labels,
    VertexData data,
    int first,
    @Nullable RowMatrix features,
    @Nullable RowMatrix targets)
    implements VertexReader {
  /** How many there are. */
  public int count() {
    return keys.size();
  }

  /** Whether features are stored without zeros. */
  public boolean sparse() {
    return features instanceof SparseSlab;
  }

  @Override
  public void copyKey(int row, KeyColumn.Builder target) {
    target.add(keys, row);
  }

  @Override
  public int label(int row) {
    return labels.labels()[first + row];
  }

  @Override
  public byte split(int row) {
    return labels.splits()[first + row];
  }

  @Override
  public long time(int row) {
    return data.times() == null || !type.attributes().time()
        ? VertexAttributes.UNKNOWN
        : data.times()[first + row];
  }

  @Override
  public long cluster(int row) {
    return data.clusters() == null || !type.attributes().cluster()
        ? VertexAttributes.UNKNOWN
        : data.clusters()[first + row];
  }

  @Override
  public void readRow(int row, float[] target) {
    if (features != null) {
      features.read(row, target, 0);
    }
    if (targets != null) {
      targets.read(row, target, type.featureDim());
    }
  }

  @Override
  public void appendFeatures(int row, CsrRows.Builder target) {
    if (features == null) {
      target.endRow();
    } else {
      features.append(row, target);
    }
  }
}
