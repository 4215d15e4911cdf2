// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.measure.Measurement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/** What the nodes of a cluster take, and by how much that grows. */
final class UsageGrowth {
  private static final double FLAT_PERCENT = 2;

  private UsageGrowth() {}

  /** What each node takes now. */
  static List<Usage> of(ChaosCluster cluster) throws IOException, Violation {
    final List<Usage> all = new ArrayList<>();
    for (ChaosNode node : cluster.nodes()) {
      node.requireAlive();
      all.add(
          node.usage().orElseThrow(() -> new IOException(node.name() + " does not say its usage")));
    }
    return all;
  }

  /**
   * What the largest node takes each time, and by how much that has grown from the third quarter of
   * the time to the fourth.
   *
   * @param usage of each time, of each node
   */
  static List<Measurement> measurements(List<List<Usage>> usage, String where) {
    final List<Measurement> rows = new ArrayList<>();
    for (int kind = 0; kind < Usage.KINDS.size(); kind++) {
      final List<Double> largest = new ArrayList<>();
      for (List<Usage> nodes : usage) {
        long most = 0;
        for (Usage node : nodes) {
          most = Math.max(most, node.values().get(kind));
        }
        largest.add(Usage.KINDS.get(kind).units(most));
      }
      rows.add(
          Measurement.lower(Usage.KINDS.get(kind).name(), Usage.KINDS.get(kind).unit(), largest));
      if (usage.size() >= 4) {
        rows.add(
            Measurement.lower("  growth in the second half", "%", List.of(growth(largest)))
                .withTarget(FLAT_PERCENT));
      }
    }
    return rows.stream().map(row -> row.in(where)).toList();
  }

  private static double growth(List<Double> values) {
    final int size = values.size();
    return 100
        * (median(values.subList(3 * size / 4, size))
                / median(values.subList(size / 2, 3 * size / 4))
            - 1);
  }

  private static double median(List<Double> values) {
    return new Percentile().evaluate(values.stream().mapToDouble(v -> v).toArray(), 50);
  }
}
