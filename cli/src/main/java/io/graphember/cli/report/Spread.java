// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Mean and deviation of several runs.
 *
 * @param mean arithmetic mean
 * @param deviation standard deviation of the sample, 0 for one run
 */
record Spread(double mean, double deviation) {
  /** The spread of the values that are not null; empty if all are. */
  static Optional<Spread> of(Stream<Double> values) {
    SummaryStatistics statistics = new SummaryStatistics();
    values.filter(Objects::nonNull).forEach(statistics::addValue);
    return statistics.getN() == 0
        ? Optional.empty()
        : Optional.of(new Spread(statistics.getMean(), statistics.getStandardDeviation()));
  }

  @Override
  public String toString() {
    return "%s +- %s".formatted(Figures.share(mean), Figures.share(deviation));
  }
}
