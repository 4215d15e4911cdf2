// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.jobs.catalog.FollowRecord;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Makes the next versions of graphs that follow their tables. */
public interface TableReadings {
  /**
   * A version that is to be made.
   *
   * @param record the graph
   * @param made what is known of the graph when its version of a number is made
   * @param ended receives why there is no new version, once; empty if there is
   */
  record Next(
      FollowRecord record, LongFunction<FollowInfo> made, Consumer<Optional<ErrorInfo>> ended) {}

  /**
   * Begins to read the tables of a graph, from which its next version is made; returns at once.
   *
   * @param keys takes the keys of the rows
   * @throws io.graphember.spi.error.GraphemberException if this node takes no work now
   */
  void read(Next next, ReadKeys keys);

  /**
   * Begins to add rows to the current version of a graph; returns at once. There is no new version,
   * and a failure says so, if an edge has no vertex: it may come later, and the rows are not enough
   * then.
   *
   * @throws io.graphember.spi.error.GraphemberException if this node takes no work now
   */
  void add(Next next, NewRows rows);
}
