// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplingTest {
  @Test
  void aSmallGraphIsMeasuredInEveryWay() throws Exception {
    Sampling sampling = new Sampling();
    Map<String, String> options = new HashMap<>(sampling.options());
    options.putAll(
        Map.of("scale", "9", "edges", "6000", "seeds", "100", "batchSize", "32", "reads", "1"));
    List<Measurement> rows = sampling.run(new BenchmarkOptions(options));
    assertThat(rows).hasSizeGreaterThanOrEqualTo(20);
    for (Measurement row : rows) {
      assertThat(row.runs()).as(row.name()).isNotEmpty().allMatch(rate -> rate > 0);
      assertThat(row.limit()).as(row.name()).isPositive();
    }
  }

  @Test
  void rowsOfASmallGraphAreFetchedAndAddedUp() throws Exception {
    Assembly assembly = new Assembly();
    Map<String, String> options = new HashMap<>(assembly.options());
    options.putAll(
        Map.of("scale", "9", "edges", "6000", "dim", "8", "batchSize", "32", "partitions", "2"));
    List<Measurement> rows = assembly.run(new BenchmarkOptions(options));
    assertThat(rows).hasSize(19);
    for (Measurement row : rows) {
      final boolean maybeNone = row.unit().equals("%"); // of so small a graph none is worth it
      assertThat(row.runs())
          .as(row.name())
          .isNotEmpty()
          .allMatch(value -> value > 0 || maybeNone && value == 0);
    }
  }
}
