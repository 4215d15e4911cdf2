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

  /**
   * All tables are read from now on: changes that were seen until now will have been read.
   *
   * @return takes the keys of the rows that are read
   */
  ReadKeys reading();

  /**
   * The rows that were inserted since, without those that were read. They stay until they
   * {@linkplain #added were added}.
   *
   * @return empty if anything else has happened since, or not all is known
   */
  Optional<NewRows> newRows();

  /** These rows are in the graph now. */
  void added(NewRows rows);

  @Override
  void close();
}
