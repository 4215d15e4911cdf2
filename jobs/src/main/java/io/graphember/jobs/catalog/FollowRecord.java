// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import org.jspecify.annotations.Nullable;

/**
 * A graph that follows its tables, as the catalog has it.
 *
 * @param request how the tables are read
 * @param user who has loaded the graph; null if nobody knows
 * @param info what is known of it
 */
public record FollowRecord(TablesRequest request, @Nullable String user, FollowInfo info) {
  /** The same with what is known by now. */
  public FollowRecord with(FollowInfo now) {
    return new FollowRecord(request, user, now);
  }

  /** True if the same node sees the changes of the same version. */
  boolean isSame(FollowRecord other) {
    return info.node().equals(other.info.node()) && info.version() == other.info.version();
  }
}
