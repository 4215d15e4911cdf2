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
        .hasSize(7)
        .anyMatch(
            line ->
                line.matches(
                    "Engine      at most .*B of native memory budget for each trainer on its node with"
                        + " \\w+, and .*B for the engine"))
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

  @Test
  void saysWhatTablesOfEmbeddingsTake() throws IOException {
    Files.writeString(folder.resolve("edges.csv"), "a,b\n1,2\n2,3\n3,4\n");
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: a
            source: {format: csv, data: ., edges: {file: edges.csv}}
            graph: {name: g}
            embedding: {dim: 64, trainers: 2, consistency: bsp, optimizer: momentum}
            """);
    assertThat(console.run("estimate", job.toString())).as(console.err()).isZero();
    // 4 vertices, 2 tables, weights and velocities of 64 floats, a step of 4 bytes.
    assertThat(console.out().lines())
        .contains(
            "Tables      4.1 kB of memory budget on all storage nodes together for 2 rows of 64 floats a vertex, and 8.3 kB in the data regions for each copy",
            "Sampling    384 B beside it on a node that owns all partitions and runs 2 trainers, if a vertex has 3 replicas");
  }
}
