// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.jobs.catalog.FollowedCache;
import java.util.List;

/** Sees the changes of caches of users. */
@FunctionalInterface
public interface TableWatches {
  /**
   * Begins to see changes; those that are made after the return are seen.
   *
   * @throws io.graphember.spi.error.GraphemberException if one does not exist
   */
  TableWatch open(List<FollowedCache> caches);
}
