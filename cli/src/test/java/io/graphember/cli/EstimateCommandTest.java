// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateCommandTest {
  private final TestConsole console = new TestConsole();

  @TempDir Path folder;

  @Test
  void countsAndSaysWhatItTakes() throws IOException {
    StringBuilder edges = new StringBuilder("a,b\n");
    for (int e = 0; e < 10_000; e++) {
      edges.append(e % 1000).append(',').append((e * 7) % 1500).append('\n');
    }
    Files.writeString(folder.resolve("edges.csv"), edges);
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: a
            source: {format: csv, data: ., edges: {file: edges.csv}}
            graph: {name: g, symmetrize: true}
            """);
    assertThat(console.run("estimate", job.toString())).as(console.err()).isZero();
    assertThat(console.out().lines())
        .hasSize(6)
        .anyMatch(
            line ->
                line.equals(
                    "Graph       g: 1,500 vertices, 10,000 edges, their reverses beside them"))
        .anyMatch(line -> line.matches("Loading     .*B of memory budget on the node .*"))
        .anyMatch(line -> line.matches("Stored      .*B in the data regions .*"))
        .contains(
            "Sampling    54.0 kB beside it on a node that owns all partitions and runs 1 trainer, if a vertex has 3 replicas")
        .anyMatch(line -> line.matches("Training    .*B of memory budget on all storage nodes .*"));
  }
}
