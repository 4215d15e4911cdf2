// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.LayerInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LayerReportTest {
  private static Map<String, String> lines(LayerInfo... layers) {
    JobResult of = Outcomes.result(0, 0.5);
    return new LayerReport(
            new JobResult(
                of.job(),
                of.name(),
                of.seed(),
                of.graph(),
                of.epochs(),
                of.bestEpoch(),
                null,
                of.seconds(),
                of.bytes(),
                of.nodes(),
                of.publications(),
                of.versions(),
                0,
                null,
                List.of(layers),
                null,
                null,
                null,
                List.of(),
                null))
        .lines();
  }

  @Test
  void aBarIsAsLongAsItsLayerAndDividedAsItsWork() {
    assertThat(
            lines(
                new LayerInfo(0, 2, 0.5, 0.5, 1, 2, 1, 0, 100, 2708, 0, 0),
                new LayerInfo(1, 1, 0, 0, 1, 1, 0, 0, 1354, 5416, 0, 0)))
        .containsExactly(
            Map.entry(
                "Layer 1",
                "FFFFRRRRAAAAAAAADDDDDDDDDDDDDDDDWWWWWWWW 2.0 s, fill 10 %, read 10 %, aggregate 20 %,"
                    + " dense 40 %, write 20 %"),
            Map.entry(
                "Layer 2",
                "AAAAAAAAAADDDDDDDDDD                     1.0 s, fill 0 %, read 0 %, aggregate 50 %,"
                    + " dense 50 %, write 0 %"),
            Map.entry("Rows kept", "2.00 a vertex, 0.50 of them from other partitions"));
  }

  @Test
  void cachesAreShownOfRowsInFiles() {
    assertThat(lines(new LayerInfo(0, 0, 0, 0, 0, 0, 0, 1000, 0, 2708, 2000, 500)))
        .containsEntry("Taken up", "1,000 vertices of layer 1, which an earlier run had computed")
        .containsEntry(
            "Rows kept",
            "1.00 a vertex, 0.00 of them from other partitions; static cache 100 %, dynamic 25 % of"
                + " 2,000 chunks");
  }
}
