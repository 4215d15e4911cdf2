// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model learns embeddings without labels, and the command says what they are worth. */
class UnsupervisedTest {
  private static final int RING = 60;

  /** Three rings without features or anything else; the groups of the vertices stand apart. */
  private static void write(Path folder) throws IOException {
    List<String> edges = new ArrayList<>(List.of("a,b"));
    List<String> groups = new ArrayList<>(List.of("vertex,group"));
    for (int v = 0; v < 3 * RING; v++) {
      groups.add("%d,ring %d".formatted(v, v / RING));
      for (int next = 1; next <= 5; next++) {
        edges.add("%d,%d".formatted(v, v / RING * RING + (v + next) % RING));
      }
    }
    Files.write(folder.resolve("edges.csv"), edges);
    Files.write(folder.resolve("groups.csv"), groups);
    Files.writeString(
        folder.resolve("job.yaml"),
        """
        name: rings
        source: {type: csv, data: '.', edges: {file: edges.csv}}
        graph: {name: rings, partitions: 4, symmetrize: true}
        model: {hidden: 16, learnableDim: 16, inputDropout: 0, hiddenDropout: 0}
        training: {epochs: 8, batchSize: 128, fanouts: [5, 5], learningRate: 0.01}
        task:
          type: unsupervised
          walkLength: 4
          negatives: 5
          evaluation: {labels: groups.csv, shares: [0.3], repeats: 2, heldOut: 0.1}
        """);
  }

  @Test
  void trainsJudgesAndReports(@TempDir Path folder) throws Exception {
    write(folder);
    String report =
        CommandRun.succeeds(
            "train",
            folder.resolve("job.yaml").toString(),
            "--json",
            folder.resolve("report.json").toString());
    assertThat(report)
        .contains(
            "with validation AUC",
            "with 30 % of 180 labelled vertices to train on",
            "edges left out",
            "Published   embeddings: cache graphember.embeddings.rings.rings.v")
        .doesNotContain("predictions", "features alone");
    String json = Files.readString(folder.resolve("report.json"));
    assertThat(json).contains("\"scores\" :").doesNotContain("\"test\"", "\"tokens\"");
    assertThat(number(json, "micro")).isGreaterThan(0.8); // chance is a third
    assertThat(number(json, "auc")).isGreaterThan(0.75);
  }

  private static double number(String json, String field) {
    int at = json.indexOf("\"" + field + "\" : ");
    return Double.parseDouble(json.substring(at + field.length() + 5).split("[,\\s}]", 2)[0]);
  }
}
