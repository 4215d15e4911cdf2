// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.client.api.follow.FollowCause;
import java.util.Optional;

/** Sees the changes of the rows of some caches until it is closed. Safe for several threads. */
public interface TableWatch extends AutoCloseable {
  /** How many changes of rows were seen. */
  long changes();

  /** Why changes may have been missed, from now on too; empty if all were seen. */
  Optional<FollowCause> missed();

  @Override
  void close();
}
