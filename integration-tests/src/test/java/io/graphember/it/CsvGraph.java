// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small graph as delimited files: rings of one class each, joined by a few edges. */
public final class CsvGraph {
  public static final int VERTICES = 600;

  public static final String JOB =
      """
      name: rings-sage
      source:
        type: csv
        data: data
        keys: string
        vertices: {file: vertices.csv, key: id, label: ring, features: ['f*']}
        edges: {file: edges.tsv, header: false, comment: '#'}
      graph: {name: rings, partitions: 6, symmetrize: true, dropDuplicates: true}
      model: {hidden: 8}
      task:
        split: {train: 0.4, valid: 0.2, test: 0.4}
      training:
        epochs: 8
        batchSize: 40
        fanouts: [3, 3]
        trainers: 2
        baseline: false
      """;

  private CsvGraph() {}

  public static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    StringBuilder vertices = new StringBuilder("id,ring,f1,f2,f3,f4\n");
    StringBuilder edges = new StringBuilder("# source\tdestination\n");
    for (int v = 0; v < VERTICES; v++) {
      int ring = v % 3;
      vertices.append('v').append(v).append(",ring-").append(ring);
      for (int f = 0; f < 4; f++) {
        double noise = CounterRandom.unitDouble(CounterRandom.bits(f, v));
        vertices.append(',').append((f == ring ? 0.4 : 0) + noise);
      }
      vertices.append('\n');
      for (int step = 1; step <= 3; step++) {
        edges.append("v%d\tv%d%n".formatted(v, (v + 3 * step) % VERTICES));
      }
      edges.append("v%d\tv%d%n".formatted(v, (v * 7 + 1) % VERTICES));
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.tsv"), edges);
  }
}
