// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.client.api.ClusterInfo;
import io.graphember.client.api.Finding;
import io.graphember.client.api.Finding.Verdict;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a node needs and has, for people. */
public final class FindingsReport {
  private final List<String> lines = new ArrayList<>();

  private FindingsReport() {}

  /** The report of a node that answers. */
  public static FindingsReport of(String who, ClusterInfo cluster, List<Finding> findings) {
    return of(
        "%s: Graphember %s, Ignite %s, Java %s; %s in the cluster"
            .formatted(
                who,
                cluster.version(),
                // The release, without date and hash of the build.
                cluster.ignite().split("#")[0],
                cluster.java(),
                Figures.count(cluster.nodes(), "server node")),
        findings);
  }

  /** The report with a headline of one's own. */
  public static FindingsReport of(String headline, List<Finding> findings) {
    FindingsReport report = new FindingsReport();
    report.lines.add(headline);
    report.lines.add("");
    Table table = new Table().row("", "what", "found", "needed");
    for (Finding finding : findings) {
      table.row(
          finding.verdict().name().toLowerCase(Locale.ROOT),
          finding.name(),
          finding.found(),
          finding.needed());
    }
    report.lines.addAll(table.lines(""));
    report.advise(findings);
    return report;
  }

  private void advise(List<Finding> findings) {
    List<Finding> lacking = findings.stream().filter(f -> f.verdict() != Verdict.GOOD).toList();
    lines.add("");
    if (lacking.isEmpty()) {
      lines.add("Nothing is wrong.");
      return;
    }
    lines.add("What to do:");
    String options = Finding.jvmOptions(lacking);
    for (Finding finding : lacking) {
      if (!finding.jvmOption()) {
        lines.add("  %s: %s".formatted(finding.name(), finding.advice()));
      }
    }
    if (!options.isEmpty()) {
      lines.add("  start the node with JVM_OPTS=\"%s\"".formatted(options));
    }
  }

  /** All lines. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Prints it. */
  public void print(PrintStream out) {
    lines.forEach(out::println);
    out.flush();
  }
}
