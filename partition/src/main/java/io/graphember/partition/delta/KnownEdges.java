// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import java.util.List;

/** Says which edges there are in the partitions that stay, wherever these lie. */
@FunctionalInterface
public interface KnownEdges {
  /** Nobody asks. */
  KnownEdges NOT_ASKED =
      asked -> {
        throw new UnsupportedOperationException("duplicates stay");
      };

  /**
   * Which of some edges are there.
   *
   * @param asked by partition
   * @return for each of these 1 for an edge that is there, 0 for one that is not
   */
  List<byte[]> find(List<SealedEdges> asked);
}
