// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.live;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.cli.report.text.Times;
import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.api.follow.FollowInfo;
import java.util.List;
import java.util.Map;

/** Graphs that follow their tables for people: all of them in a table, or one. */
public final class FollowReport extends Report {
  private static final Map<FollowCause, String> CAUSES =
      Map.of(
          FollowCause.LOADED, "the graph was loaded",
          FollowCause.ROWS_CHANGED, "rows have changed",
          FollowCause.NODE_LEFT, "a server node has left, and changes may have gone with it",
          FollowCause.TAKEN_OVER, "another node follows the tables now",
          FollowCause.CACHE_RENEWED, "a cache was dropped and made anew",
          FollowCause.FAILED_BEFORE, "the reading before has failed");

  private FollowReport() {}

  /** A line for each graph. */
  public static FollowReport all(List<FollowInfo> graphs) {
    final FollowReport report = new FollowReport();
    if (graphs.isEmpty()) {
      report.add("No graph follows its tables.");
      return report;
    }
    final TextTable table =
        new TextTable().row("graph", "version", "tables as of", "readings", "changes", "state");
    for (FollowInfo graph : graphs) {
      table.row(
          graph.graph(),
          Figures.count(graph.version()),
          Times.second(graph.readAtMillis()),
          Figures.count(graph.readings()),
          Figures.count(graph.changes()),
          graph.error() == null ? "well" : graph.error().code());
    }
    table.lines().forEach(report::add);
    return report;
  }

  /** All that is known of one. */
  public static FollowReport of(FollowInfo graph) {
    final FollowReport report = new FollowReport();
    report.add("Graph", "%s, version %d".formatted(graph.graph(), graph.version()));
    report.add("Follows", String.join(", ", graph.caches()));
    report.add("Changes", "%s seen by node %s".formatted(count(graph), graph.node()));
    report.add("Readings", "%s, %d s apart at least".formatted(readings(graph), graph.seconds()));
    report.add(
        "Last",
        "%s, current after %.1f s, since %s"
            .formatted(
                Times.second(graph.readAtMillis()),
                graph.readMillis() / 1e3,
                CAUSES.get(graph.cause())));
    final FollowInfo.Added added = graph.added();
    if (added.rows() > 0) {
      report.add(
          "Added",
          "%s rows since, the last %s at %s within %.1f s"
              .formatted(
                  Figures.count(added.rows()),
                  Figures.count(added.lastRows()),
                  Times.second(added.takenAtMillis()),
                  added.millis() / 1e3));
    }
    if (graph.error() != null) {
      report.add("No newer", graph.error().message());
    }
    return report;
  }

  private static String count(FollowInfo graph) {
    return Figures.count(graph.changes());
  }

  private static String readings(FollowInfo graph) {
    return Figures.count(graph.readings());
  }
}
