// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardTest {
  private static final int OF_THE_OPEN = 2;
  private static final int OF_THE_GUARDED = 16;
  private static final int DIFFERENCES = 6;

  @Test
  void aSmallJobIsMeasuredOnBothClusters() throws Exception {
    Guard guard = new Guard();
    Map<String, String> options = new HashMap<>(guard.options());
    options.putAll(
        Map.of(
            "scale",
            "9",
            "edges",
            "6000",
            "seeds",
            "100",
            "batchSize",
            "32",
            "epochs",
            "1",
            "rounds",
            "1",
            "calls",
            "10000"));
    List<Measurement> rows = guard.run(new BenchmarkOptions(options));
    assertThat(rows).hasSize(OF_THE_OPEN + OF_THE_GUARDED + DIFFERENCES);
    for (Measurement row : rows.subList(0, OF_THE_OPEN + OF_THE_GUARDED)) {
      // The clock of all threads is coarse: so few calls may take none of its steps.
      final boolean maybeNone = row.unit().equals("us");
      assertThat(row.runs())
          .as(row.name())
          .hasSize(1)
          .allMatch(value -> value > 0 || maybeNone && value == 0);
    }
  }
}
