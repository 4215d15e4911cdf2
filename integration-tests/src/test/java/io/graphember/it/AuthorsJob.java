// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A job that learns rows: authors of three groups, who have no features, write papers, most of them
 * on their own.
 */
final class AuthorsJob {
  static final int AUTHORS = 240;

  static final int PAPERS = 480;
  private static final int GROUPS = 3;

  private AuthorsJob() {}

  /**
   * The job.
   *
   * @param folder for the tables
   */
  static JobSettings settings(Path folder, String... assignments) throws IOException {
    StringBuilder authors = new StringBuilder("id,group\n");
    StringBuilder papers = new StringBuilder("id,x,y\n");
    StringBuilder writes = new StringBuilder("author,paper\n");
    for (int a = 0; a < AUTHORS; a++) {
      authors.append("%d,g%d%n".formatted(a, a % GROUPS));
    }
    for (int p = 0; p < PAPERS; p++) {
      papers.append("%d,%d,%d%n".formatted(p, below(1, p, 10), below(2, p, 10)));
      final int group = p % GROUPS;
      for (int i = 0; i < 4; i++) {
        final boolean stranger = below(3, 4L * p + i, 8) == 0;
        final int author = below(4, 4L * p + i, AUTHORS / GROUPS) * GROUPS;
        writes.append("%d,%d%n".formatted(author + (stranger ? (group + 1) % GROUPS : group), p));
      }
    }
    Files.writeString(folder.resolve("authors.csv"), authors);
    Files.writeString(folder.resolve("papers.csv"), papers);
    Files.writeString(folder.resolve("writes.csv"), writes);
    return Jobs.parse(
        """
        name: groups
        source:
          type: csv
          data: %s
          vertexTypes:
            - {name: paper, file: papers.csv, key: id, features: [x, y]}
            - {name: author, file: authors.csv, key: id, label: group}
          edgeTypes:
            - {name: writes, from: author, to: paper, file: writes.csv, source: author, destination: paper}
        graph: {name: groups, partitions: 6, symmetrize: true, dropDuplicates: true}
        model: {type: rgcn, hidden: 8, learnableDim: 6, inputDropout: 0, hiddenDropout: 0.2}
        task:
          split: {train: 0.5, valid: 0.2, test: 0.3}
        training:
          epochs: 12
          batchSize: 16
          fanouts: [6, 6]
          learningRate: 0.02
          trainers: 2
        """
            .formatted(folder),
        withHeads(assignments));
  }

  /** Two heads of the model that has any, unless they are said. */
  private static String[] withHeads(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    if (all.contains("model.type=hgt")) {
      all.add(all.indexOf("model.type=hgt") + 1, "model.heads=2");
    }
    return all.toArray(String[]::new);
  }

  /** The job that predicts who writes what. */
  static JobSettings writing(Path folder, String model, String... assignments) throws IOException {
    return settings(
        folder,
        Stream.concat(
                Stream.of(
                    "model.type=" + model,
                    "training.epochs=12",
                    "training.learningRate=0.05",
                    "training.batchSize=128",
                    "training.fanouts=[4, 4]",
                    "task.split=null",
                    "task={type: links, edgeTypes: [writes], decoder: distmult, loss: softmax, negatives: 4,"
                        + " rankedAgainst: 20}"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  private static int below(long key, long counter, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(key, counter), bound);
  }
}
