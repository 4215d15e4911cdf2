// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.jobs.catalog.FollowRecord;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Reads the tables of graphs again. */
@FunctionalInterface
public interface TableReadings {
  /**
   * Begins to read the tables of a graph, from which its next version is made; returns at once.
   *
   * @param record the graph
   * @param made what is known of the graph when its version of a number is made
   * @param ended receives why there is no new version, once; empty if there is
   * @throws io.graphember.spi.error.GraphemberException if this node takes no work now
   */
  void begin(
      FollowRecord record, LongFunction<FollowInfo> made, Consumer<Optional<ErrorInfo>> ended);
}
