// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

/** Where the neighbours of a batch are drawn. */
public enum TopologyPlace {
  /** At the nodes that have the partitions: a request to each of them for every hop (DistDGL). */
  STORAGE,
  /**
   * At the nodes that have trainers, by a copy of the topology: a request for feature rows alone
   * (GraphScale, section 3.1).
   */
  TRAINER
}
