// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/** How a partition finds clusters of its vertices. */
public enum ClusterMethod {
  /** Raghavan, Albert, Kumara, Phys. Rev. E 76, 2007: little memory, little time. */
  LABEL_PROPAGATION,
  /**
   * Blondel, Guillaume, Lambiotte, Lefebvre, J. Stat. Mech. P10008, 2008: more edges within
   * clusters; 64 bytes an edge and 80 a vertex while they are found.
   */
  LOUVAIN
}
