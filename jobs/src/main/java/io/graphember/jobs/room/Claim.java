// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Room that somebody has reserved and may not have used up yet.
 *
 * @param number tells it from others
 * @param holder node that reserved it; with the node it is gone
 * @param demands what will be written
 */
record Claim(UUID number, UUID holder, List<Demand> demands) {
  /**
   * A claim, perhaps one that was read.
   *
   * @throws NullPointerException if it says nothing of one of these
   */
  Claim {
    Objects.requireNonNull(number, "number");
    Objects.requireNonNull(holder, "holder");
    demands = List.copyOf(demands);
  }

  /** Bytes on a node that owns partitions, or on one that does not. */
  double bytesOnANode(boolean storage, int nodes, int copies, int pageBytes) {
    double bytes = 0;
    for (Demand demand : demands) {
      if (storage || demand.partitions() == Demand.EVERYWHERE) {
        bytes += demand.bytesOnANode(nodes, copies, pageBytes);
      }
    }
    return bytes;
  }

  /** The same claim to less. */
  Claim of(List<Demand> less) {
    return new Claim(number, holder, less);
  }
}
