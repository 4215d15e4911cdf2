// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.spi.CsrRows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The feature rows of all masters of a partition, whatever their types: as wide as those of the
 * widest type, with zeros behind those of the others; a type without features has the rows that a
 * model has learned, or zeros. Immutable; safe for any thread.
 */
final class TypedFeatures implements RowMatrix {
  private final PartitionTypes types;
  private final List<@Nullable RowMatrix> byType; // null for types without features
  private final Optional<RowSlab> learned; // by local number
  private final int dim;

  TypedFeatures(
      PartitionTypes types, List<@Nullable RowMatrix> byType, Optional<RowSlab> learned, int dim) {
    this.types = types;
    this.byType = byType;
    this.learned = learned;
    this.dim = dim;
  }

  @Override
  public int rows() {
    return types.start(types.vertexTypes());
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    final int type = types.vertexType(row);
    final RowMatrix slab = byType.get(type);
    int read = 0;
    if (slab != null) {
      slab.read(row - types.start(type), target, offset);
      read = slab.dim();
    } else if (learned.isPresent()) {
      learned.get().read(row, target, offset);
      read = dim;
    }
    Arrays.fill(target, offset + read, offset + dim, 0f);
  }

  @Override
  public void append(int row, CsrRows.Builder target) {
    final int type = types.vertexType(row);
    final RowMatrix slab = byType.get(type);
    if (slab != null) {
      slab.append(row - types.start(type), target);
    } else if (learned.isPresent()) {
      learned.get().append(row, target);
    } else {
      target.endRow();
    }
  }

  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    float[] row = new float[dim];
    Arrays.fill(target, at, at + dim, 0f);
    for (int i = from; i < to; i++) {
      read(names[i], row, 0);
      for (int j = 0; j < dim; j++) {
        target[at + j] += weights == null ? row[j] : weights[i] * row[j];
      }
    }
  }
}
