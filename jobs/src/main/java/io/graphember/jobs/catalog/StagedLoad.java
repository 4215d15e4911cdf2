// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.load.LoadHeader;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A load whose pieces are kept in a cache until its graph is there, as the catalog has it.
 *
 * @param cache of its pieces
 * @param settings section {@code graph}, JSON
 * @param header what pieces look like
 * @param user who loads; null if nobody knows
 * @param front node that takes it
 * @param atMillis when that node took it up, or was last known to go on
 */
public record StagedLoad(
    String cache,
    String settings,
    LoadHeader header,
    @Nullable String user,
    UUID front,
    long atMillis) {
  /** The same, taken up by a node. */
  public StagedLoad takenBy(UUID node, long millis) {
    return new StagedLoad(cache, settings, header, user, node, millis);
  }

  /** True if it is the same load, taken by the same node. */
  boolean isSameTaking(StagedLoad other) {
    return cache.equals(other.cache) && front.equals(other.front);
  }

  /** True if the same user loads the same graph of a source that looks the same. */
  public boolean isOf(StagedLoad other) {
    return settings.equals(other.settings)
        && header.toHeader().equals(other.header.toHeader())
        && Optional.ofNullable(user).equals(Optional.ofNullable(other.user));
  }
}
