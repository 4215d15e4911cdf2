// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room in the data regions; given back by {@link #close()}, once, when what it was reserved for is
 * written or given up. Given back by itself if the node leaves. Safe for use by several threads.
 */
public final class RoomReservation implements AutoCloseable {
  private final Claims claims;
  private @Nullable Claim claim; // null once it is given back

  RoomReservation(Claims claims, Claim claim) {
    this.claims = claims;
    this.claim = claim;
  }

  /**
   * Gives back what is not needed any more: what has been written counts as used already.
   *
   * @param demands what is still to be written
   */
  public synchronized void shrinkTo(List<Demand> demands) {
    if (claim != null) {
      claim = claim.of(demands);
      claims.replace(claim);
    }
  }

  @Override
  public synchronized void close() {
    if (claim != null) {
      claims.remove(claim);
      claim = null;
    }
  }
}
