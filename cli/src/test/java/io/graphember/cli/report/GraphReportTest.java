// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GraphReportTest {
  @Test
  void listsGraphs() {
    assertThat(GraphReport.all(List.of(Outcomes.result(1, 0.8).graph())).lines())
        .containsExactly(
            "graph  version  vertices   edges  partitions  features  classes",
            "cora         1     2,708  10,556           8     1,433        3");
    assertThat(GraphReport.all(List.of()).lines())
        .containsExactly("There is no graph in the cluster.");
  }

  @Test
  void showsAGraph() {
    assertThat(GraphReport.of(Outcomes.result(1, 0.8).graph()).lines())
        .containsExactly(
            "Graph       cora, version 1",
            "Vertices    2,708",
            "Edges       10,556",
            "Partitions  8 by hash-2d",
            "            replication factor 2.23, vertex balance 1.17, edge balance 1.25",
            "Keys        integer",
            "Features    1,433",
            "Classes     3: a, b, c",
            "Memory      3 B on all nodes together while a job runs",
            "Cache       graphember.graph.cora.v1");
  }
}
