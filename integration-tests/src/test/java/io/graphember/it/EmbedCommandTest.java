// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code embed}, from a file to its report. */
class EmbedCommandTest {
  private static final int RING = 60;

  /** Three rings of vertices, each vertex joined to the next five, in a group of its own. */
  private static void write(Path folder) throws Exception {
    List<String> edges = new ArrayList<>(List.of("a,b"));
    List<String> groups = new ArrayList<>(List.of("vertex,group"));
    for (int v = 0; v < 3 * RING; v++) {
      final int ring = v / RING;
      groups.add("v%d,ring %d".formatted(v, ring));
      if (v % 2 == 0) {
        groups.add("v%d,even ring %d".formatted(v, ring));
      }
      for (int next = 1; next <= 5; next++) {
        edges.add("v%d,v%d".formatted(v, ring * RING + (v + next) % RING));
      }
    }
    Files.write(folder.resolve("edges.csv"), edges);
    Files.write(folder.resolve("groups.csv"), groups);
    Files.writeString(
        folder.resolve("job.yaml"),
        """
        name: rings
        source: {type: csv, data: '.', keys: string, edges: {file: edges.csv}}
        graph: {name: rings, partitions: 4, symmetrize: true}
        job: embed
        embedding:
          dim: 16
          epochs: 20
          walkLength: 20
          window: 5
          batchSize: 32
          learningRate: 0.1
          evaluation: {labels: groups.csv, shares: [0.3], repeats: 2, heldOut: 0.1}
        """);
  }

  @Test
  void embedsJudgesAndReports(@TempDir Path folder) throws Exception {
    write(folder);
    String report =
        CommandRun.succeeds(
            "embed",
            folder.resolve("job.yaml").toString(),
            "--json",
            folder.resolve("report.json").toString());
    assertThat(report)
        .contains(
            "Method      deepwalk, walks of 20, window 5, 16 wide, 5 negatives by async with 1"
                + " trainer",
            "Trained     20 epochs, loss",
            "tokens a second",
            "with 30 % of 180 labelled vertices to train on",
            "edges left out",
            "Published   embeddings: cache graphember.embeddings.rings.rings.v");
    String json = Files.readString(folder.resolve("report.json"));
    assertThat(json).contains("\"tokens\" :", "\"averagePrecision\" :").doesNotContain("\"test\"");
    // Rings fall apart; of two groups in a ring one is a guess.
    assertThat(number(json, "micro")).isGreaterThan(0.7);
    assertThat(number(json, "auc")).isGreaterThan(0.75);
  }

  private static double number(String json, String field) {
    int at = json.indexOf("\"" + field + "\" : ");
    return Double.parseDouble(json.substring(at + field.length() + 5).split("[,\\s}]", 2)[0]);
  }
}
