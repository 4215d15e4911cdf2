// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.connect.SettingsInForce;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import java.util.List;

/** How commands connect to a cluster, for people. */
public final class ConnectionReport extends Report {
  private ConnectionReport() {}

  /** A line for each setting. */
  public static ConnectionReport of(SettingsInForce inForce) {
    ConnectionReport report = new ConnectionReport();
    List<List<String>> rows = inForce.rows();
    if (rows.isEmpty()) {
      report.add(
          "Nothing is set: commands that need a cluster connect to %s."
              .formatted(ConnectionOptions.DEFAULT));
      return report;
    }
    TextTable table = new TextTable().row("setting", "value", "from");
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    table.lines().forEach(report::add);
    return report;
  }
}
