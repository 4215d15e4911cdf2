// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.Split;

/**
 * The training, validation and test vertices of each vertex type, by the split that came with the
 * graph, as groups of which partitions are to have as many masters.
 */
public final class SplitGroups implements MasterGroups {
  private static final int SPLITS = Split.values().length;

  private final VertexNumbering numbering;
  private final Splits splits;

  /** The split of each vertex. */
  @FunctionalInterface
  public interface Splits {
    /** Code of a vertex's split, 0 for none. */
    byte of(int vertex);
  }

  /** The groups of vertices that are numbered through. */
  public SplitGroups(VertexNumbering numbering, Splits splits) {
    this.numbering = numbering;
    this.splits = splits;
  }

  @Override
  public int count() {
    return SPLITS * numbering.types();
  }

  @Override
  public int of(int vertex) {
    final byte split = splits.of(vertex);
    return split == Split.NONE ? NONE : SPLITS * numbering.type(vertex) + Split.of(split).ordinal();
  }
}
