// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.metric;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.metric.MetricSet;
import io.graphember.jobs.metric.MetricSets;
import io.graphember.jobs.metric.Metrics;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The page docs/reference/metrics.md: every metric of a node, a table for each set. */
final class MetricsPage {
  private static final Map<String, String> SETS =
      Map.of(
          "graphember",
          "Of each node, from its start on. Added up over the nodes they are those of the cluster.",
          "graphember.requests.KIND",
          "Of each node, for each kind of request between nodes.",
          "graphember.job.NUMBER",
          "Of a job, on its coordinator, for as long as it runs.",
          "graphember.work.NUMBER",
          "Of a job, on each node that has a part in it.",
          "graphember.graph.NAME",
          "Of a graph, on each node on which a job has it open.");

  private static final String HEAD =
      """
      # Metrics

      What each node keeps in Ignite's metric registries. A registry is named `custom.SET`; by JMX it is the bean `org.apache:group=custom,name="SET"`, by SQL
      the rows of `SYS.METRICS` whose `NAME` begins with `custom.SET.`. Names that end with `Total` are of numbers that only grow, until the node is started
      again. [Monitoring](../user/monitoring.md) tells how to look at them.

      This page is written from a node (`mvn verify -Dgraphember.docs.write=true`).
      """;

  private MetricsPage() {}

  static String text(MetricSets sets) {
    final StringBuilder page = new StringBuilder(HEAD);
    for (MetricSet set : sets.kinds()) {
      page.append("\n## ").append(set.name()).append("\n\n").append(SETS.get(set.name()));
      page.append("\n\n");
      if (set.name().endsWith("KIND")) {
        page.append("| kind | what is asked for |\n|---|---|\n");
        for (RequestKind kind : RequestKind.values()) {
          page.append("| `%s` | %s |%n".formatted(kind.text(), kind.what()));
        }
        page.append('\n');
      }
      page.append("| metric | type | what it is |\n|---|---|---|\n");
      set.show().accept(new Rows(page));
    }
    return page.toString();
  }

  private record Rows(StringBuilder page) implements Metrics {
    private void row(String name, String type, String what) {
      page.append("| `%s` | %s | %s |%n".formatted(name, type, what));
    }

    @Override
    public void number(String name, String what, LongSupplier value) {
      row(name, "whole number", what);
    }

    @Override
    public void real(String name, String what, DoubleSupplier value) {
      row(name, "number", what);
    }

    @Override
    public void text(String name, String what, Supplier<String> value) {
      row(name, "text", what);
    }
  }
}
