// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.Split;

/**
 * The training, validation and test vertices of each vertex type, by the split that came with the
 * graph, as groups of which partitions are to have as many masters.
 */
public final class SplitGroups implements MasterGroups {
  private static final int SPLITS = Split.values().length;

  private final LocalVertices vertices;
  private final VertexNumbering numbering;
  private final Splits splits;

  /** The split of each vertex. */
  @FunctionalInterface
  public interface Splits {
    /** Code of the split of a row's vertex, which is of a type; 0 for none. */
    byte of(int row, int type);
  }

  /** The groups of vertices that are at home here. */
  public SplitGroups(LocalVertices vertices, VertexNumbering numbering, Splits splits) {
    this.vertices = vertices;
    this.numbering = numbering;
    this.splits = splits;
  }

  @Override
  public int count() {
    return SPLITS * numbering.types();
  }

  @Override
  public int of(int row) {
    final int type = numbering.type(vertices.vertex(row));
    final byte split = splits.of(row, type);
    return split == Split.NONE ? NONE : SPLITS * type + Split.of(split).ordinal();
  }
}
