// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.live;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.api.retrain.RetrainInfo;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Models that the cluster trains on, for people. */
public final class RetrainReport extends Report {
  private RetrainReport() {}

  /** A line for each, and what became of the last retraining of each. */
  public static RetrainReport of(List<RetrainInfo> models) {
    final RetrainReport report = new RetrainReport();
    if (models.isEmpty()) {
      report.add("The cluster trains no model on.");
      return report;
    }
    final TextTable table =
        new TextTable()
            .row(
                "graph",
                "job",
                "trained on",
                "current",
                "changed",
                "figure",
                "retrainings",
                "published",
                "runs");
    for (RetrainInfo model : models) {
      table.row(
          model.graph(),
          model.job(),
          Figures.count(model.version()),
          count(model.current()),
          "%s of %s".formatted(percent(model.changed()), percent(model.changedShare())),
          model.figure() == null ? "-" : String.format(Locale.ROOT, "%.4f", model.figure()),
          Figures.count(model.retrainings()),
          Figures.count(model.published()),
          model.running() == null ? "-" : "job " + model.running());
    }
    table.lines().forEach(report::add);
    for (RetrainInfo model : models) {
      if (model.last() != null) {
        report.add("");
        report.add("%s, %s".formatted(model.job(), model.last()));
      }
    }
    return report;
  }

  private static String count(@Nullable Long number) {
    return number == null ? "-" : Figures.count(number);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
