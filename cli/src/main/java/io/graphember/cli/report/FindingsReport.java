// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.api.node.ClusterInfo;
import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import java.util.List;
import java.util.Locale;

/** What a node needs and has, for people. */
public final class FindingsReport extends Report {
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
    report.add(headline);
    report.add("");
    TextTable table = new TextTable().row("", "what", "found", "needed");
    for (Finding finding : findings) {
      table.row(
          finding.verdict().name().toLowerCase(Locale.ROOT),
          finding.name(),
          finding.found(),
          finding.needed());
    }
    table.lines().forEach(report::add);
    report.advise(findings);
    return report;
  }

  private void advise(List<Finding> findings) {
    List<Finding> lacking = findings.stream().filter(f -> f.verdict() != Verdict.GOOD).toList();
    add("");
    if (lacking.isEmpty()) {
      add("Nothing is wrong.");
      return;
    }
    add("What to do:");
    String options = Finding.jvmOptions(lacking);
    for (Finding finding : lacking) {
      if (!finding.jvmOption()) {
        add("  %s: %s".formatted(finding.name(), finding.advice()));
      }
    }
    if (!options.isEmpty()) {
      add("  start the node with JVM_OPTS=\"%s\"".formatted(options));
    }
  }
}
