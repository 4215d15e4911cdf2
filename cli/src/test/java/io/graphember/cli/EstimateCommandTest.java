// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            source: {type: csv, data: ., edges: {file: edges.csv}}
            graph: {name: g, symmetrize: true}
            task: {type: unsupervised}
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
            source: {type: csv, data: ., edges: {file: edges.csv}}
            graph: {name: g}
            job: embed
            embedding: {dim: 64, trainers: 2, consistency: bsp, optimizer: momentum}
            """);
    assertThat(console.run("estimate", job.toString())).as(console.err()).isZero();
    // 4 vertices, 2 tables, weights and velocities of 64 floats, a step of 4 bytes.
    assertThat(console.out().lines())
        .contains(
            "Tables      4.1 kB of memory budget on all storage nodes together for 2 rows of 64 floats a vertex, and 8.3 kB in the data regions for each copy",
            "Sampling    384 B beside it on a node that owns all partitions and runs 2 trainers, if a vertex has 3 replicas");
  }

  @Test
  void saysWhatStepsOfAllPartitionsTake() throws IOException {
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: a
            source: {type: block-model, vertices: 4000, classes: 3, words: 20, degree: 6}
            graph: {name: g, partitions: 4}
            model: {type: gcn, hidden: 64, layers: 8}
            training: {batch: {type: global-batch}}
            """);
    assertThat(console.run("estimate", job.toString())).as(console.err()).isZero();
    final String kept = steps();
    assertThat(kept)
        .matches(
            "Steps       [0-9.]+ MB of memory budget on all storage nodes together, [0-9.]+ MB for each of 4 partitions, if a vertex has 3 replicas");
    assertThat(
            console.run(
                "estimate",
                job.toString(),
                "--set",
                "training.batch={type: global-batch, recompute: true}"))
        .isZero();
    assertThat(megabytes(steps())).isLessThan(0.8 * megabytes(kept));
    TestConsole byTrainers = new TestConsole();
    assertThat(byTrainers.run("estimate", job.toString(), "--set", "training.compute=trainers"))
        .isZero();
    assertThat(byTrainers.out()).doesNotContain("Steps  ");
  }

  private String steps() {
    return console.out().lines().filter(line -> line.startsWith("Steps")).reduce("", (a, b) -> b);
  }

  private static double megabytes(String line) {
    return Double.parseDouble(line.split(" +")[1]);
  }

  private String refused(String vertices, String edges, String... options) throws IOException {
    Files.writeString(folder.resolve("v.csv"), vertices);
    Files.writeString(folder.resolve("e.csv"), edges);
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: a
            source:
              type: csv
              data: .
              vertices: {file: v.csv, label: class, split: split, features: ['w*']}
              edges: {file: e.csv}
            graph: {name: g}
            """);
    List<String> command = new ArrayList<>(List.of("estimate", job.toString()));
    for (String option : options) {
      command.addAll(List.of("--set", option));
    }
    final int exit = console.run(command.toArray(String[]::new));
    assertThat(exit).isEqualTo(console.err().contains("error") ? 2 : 0);
    return console.err();
  }

  /** What the cluster refuses after a load is refused without one, in the same words. */
  @Test
  void refusesWhatTrainRefuses() throws IOException {
    final String good = "id,class,split,w1\n1,a,train,0\n2,b,test,1\n";
    final String edges = "src,dst\n1,2\n";
    assertThat(refused(good, edges)).isEmpty();
    assertThat(refused(good, "src,dst\n1,2\n2,7\n"))
        .contains(
            "error VERTEX_UNKNOWN: Row 2 of the edges names vertex 7, which no vertex row has; set"
                + " graph.unknownVertices to skip or create to allow it.");
  }

  @Test
  void skipsAndCreatesAsTheSettingSays() throws IOException {
    final String vertices = "id,class,split,w1\n1,a,train,0\n2,b,test,1\n";
    final String edges = "src,dst\n1,2\n2,7\n";
    assertThat(refused(vertices, edges, "graph.unknownVertices=skip")).isEmpty();
    assertThat(console.out()).contains("g: 2 vertices, 1 edge");
  }

  @Test
  void createsVerticesOfAnAddition() throws IOException {
    assertThat(refused("id,class,split,w1\n1,a,,0\n", "src,dst\n1,7\n", "graph.add=true"))
        .isEmpty();
    assertThat(console.out()).contains("g: 2 vertices, 1 edge");
  }

  @Test
  void refusesAKeyThatComesTwice() throws IOException {
    assertThat(refused("id,class,split,w1\n1,a,train,0\n1,b,test,1\n", "src,dst\n"))
        .contains("error VERTEX_TWICE: Vertex 1 came twice; a key names one vertex.");
  }

  @Test
  void refusesAnEmptySplit() throws IOException {
    assertThat(refused("id,class,split,w1\n1,a,test,0\n2,b,test,1\n", "src,dst\n1,2\n"))
        .contains("error TASK_UNFIT: The train split of graph g is empty");
  }

  @Test
  void refusesAMemberOfASplitWithoutLabel() throws IOException {
    assertThat(refused("id,class,split,w1\n1,a,train,0\n2,b,,1\n3,,train,1\n", "src,dst\n1,2\n"))
        .contains("error TASK_UNFIT: Vertices without a label are in the splits of graph g, 1 of");
  }

  @Test
  void refusesOneClass() throws IOException {
    assertThat(refused("id,class,split,w1\n1,a,train,0\n2,a,test,1\n", "src,dst\n1,2\n"))
        .contains("error TASK_UNFIT: Graph g has labels of one class, a");
  }

  @Test
  void refusesAModelThatTheGraphDoesNotFit() throws IOException {
    assertThat(
            refused(
                "id,class,split,w1\n1,a,train,0\n2,b,test,1\n",
                "src,dst\n1,2\n",
                "model.type=gat-e"))
        .contains("error TASK_UNFIT: Model gat-e does not fit graph g: its edges have no features");
  }

  @Test
  void refusesTargetsThatAreNoLabels() throws IOException {
    final String[] several = {
      "source.vertices.label=null", "source.vertices.targets=[price]", "task.type=multi-label"
    };
    assertThat(
            refused(
                "id,split,w1,price\n1,train,0,0\n2,train,0,7\n3,,0,\n", "src,dst\n1,2\n", several))
        .contains("error TASK_UNFIT: Targets of 1 vertices of graph g are not 0 to 1");
  }
}
