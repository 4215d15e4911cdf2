// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.Split;

/**
 * The training, validation and test vertices of each vertex type, by the split that came with the
 * graph, as groups of which partitions are to have as many masters.
 */
final class SplitGroups implements MasterGroups {
  private static final int SPLITS = Split.values().length;

  private final GraphStaging staging;
  private final VertexNumbering numbering;

  private SplitGroups(GraphStaging staging, VertexNumbering numbering) {
    this.staging = staging;
    this.numbering = numbering;
  }

  /** The groups, or none if the settings do not ask for them. */
  static MasterGroups of(GraphStaging staging, VertexNumbering numbering, GraphSettings settings) {
    return settings.balanceSplits() ? new SplitGroups(staging, numbering) : NO_GROUPS;
  }

  @Override
  public int count() {
    return SPLITS * numbering.types();
  }

  @Override
  public int of(int vertex) {
    final int type = numbering.type(vertex);
    final byte split = staging.vertices(type).split(vertex - numbering.start(type));
    return split == Split.NONE ? NONE : SPLITS * type + Split.of(split).ordinal();
  }
}
