// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph that follows its tables, as the catalog has it.
 *
 * @param request how the tables are read
 * @param user who has loaded the graph; null if nobody knows
 * @param caches what its tables are
 * @param info what is known of it
 */
public record FollowRecord(
    TablesRequest request, @Nullable String user, List<FollowedCache> caches, FollowInfo info) {
  /** Copies the caches. */
  public FollowRecord {
    caches = caches == null ? List.of() : List.copyOf(caches);
  }

  /** The same with what is known by now. */
  public FollowRecord with(FollowInfo now) {
    return new FollowRecord(request, user, caches, now);
  }

  /** True if the same node sees the changes of the same version. */
  boolean isSame(FollowRecord other) {
    return info.node().equals(other.info.node()) && info.version() == other.info.version();
  }
}
