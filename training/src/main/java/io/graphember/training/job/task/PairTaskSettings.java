// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import java.util.List;

/** Something is learned of edges, or of other pairs of vertices. */
public sealed interface PairTaskSettings extends TaskSettings
    permits LinkSettings, EdgeLabelSettings, UnsupervisedSettings {
  /**
   * Numbers of the edge types that are learned from, ascending; empty for all.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  List<Integer> edgeTypes(GraphShape graph);

  @Override
  default Objective objective() {
    return Objective.CLASSIFICATION;
  }
}
