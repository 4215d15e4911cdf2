// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.jspecify.annotations.Nullable;

/** Measurements as a table and as JSON: the value is the median of all runs. */
public final class BenchmarkReport {
  private final Map<String, Object> machine = Machine.describe();
  private final List<Measurement> measurements;

  public BenchmarkReport(List<Measurement> measurements) {
    this.measurements = measurements;
  }

  public void print(PrintWriter out) {
    out.printf(
        "%s, %s cores, load %s%n",
        machine.get("processor"), machine.get("cores"), machine.get("load"));
    out.printf(
        "%-48s %-10s %10s %-10s %18s %8s %8s %8s %8s%n",
        "what",
        "where",
        "median",
        "unit",
        "lowest - highest",
        "target",
        "limit",
        "of limit",
        "asked");
    for (Measurement m : measurements) {
      double[] runs = runs(m);
      double median = median(runs);
      out.printf(
          Locale.ROOT,
          "%-48s %-10s %10.3f %-10s %8.3f - %7.3f %8s %8s %8s %8s%n",
          m.name(),
          m.where(),
          median,
          m.unit(),
          StatUtils.min(runs),
          StatUtils.max(runs),
          text(m.target()),
          text(m.limit()),
          m.limit() == null ? "" : ratio(median / m.limit()),
          m.asked() == null ? "" : ratio(m.asked()));
    }
    out.flush();
  }

  private static String ratio(double value) {
    return "%.3f".formatted(value);
  }

  private static String text(@Nullable Double value) {
    return value == null ? "" : "%.1f".formatted(value);
  }

  public void write(Path file) throws IOException {
    List<Map<String, Object>> results = new ArrayList<>();
    for (Measurement m : measurements) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("name", m.name());
      result.put("value", median(runs(m)));
      result.put("unit", m.unit());
      result.put("better", m.better());
      result.put("target", m.target());
      result.put("limit", m.limit());
      result.put("targetOfLimit", m.asked());
      result.put("where", m.where());
      result.put("runs", m.runs());
      results.add(result);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("machine", machine);
    report.put("results", results);
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), report);
  }

  private static double[] runs(Measurement measurement) {
    return measurement.runs().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double median(double[] values) {
    return new Percentile().evaluate(values, 50);
  }
}
