// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.follow.TableReadings;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Reads the tables of graphs again by loads of this node. Safe for use by several threads. */
public final class FollowedReadings implements TableReadings {
  private final LoadSessions loads;
  private final GraphCatalog catalog;

  @Inject
  FollowedReadings(LoadSessions loads, GraphCatalog catalog) {
    this.loads = loads;
    this.catalog = catalog;
  }

  @Override
  public void begin(
      FollowRecord record, LongFunction<FollowInfo> made, Consumer<Optional<ErrorInfo>> ended) {
    loads.readAgain(
        record,
        graph -> {
          final FollowInfo info = made.apply(graph.version());
          catalog.followGraph(graph.changedBy(info.changes()), record, record.with(info));
        },
        ended);
  }
}
