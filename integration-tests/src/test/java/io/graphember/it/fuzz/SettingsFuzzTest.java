// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong job files, wrong settings on the command line, wrong sections of a request. */
class SettingsFuzzTest {
  private static final int INPUTS = Onslaught.INPUTS;
  private static final long HEAP = 16L << 20;

  @TempDir Path folder;

  @Test
  void jobFiles() throws IOException {
    byte[][] jobs = {
      Files.readAllBytes(Path.of("../examples/jobs/cora-gcn.yaml")),
      """
      name: a
      source: {type: csv, data: d, vertices: {file: v, features: ['w*', 3..7]}, edges: {file: e}}
      graph:
        name: g
        partitionerOptions: {tau: "1", 'x y': z}
      training: {fanouts: [5, all]}
      task: {split: {train: .5, valid: 0.1, test: 4e-1}}
      """
          .getBytes(StandardCharsets.UTF_8)
    };
    Mutator mutator = new Mutator(1);
    new Onslaught("job files", HEAP)
        .run(
            INPUTS,
            number -> {
              byte[] wrong = mutator.at(number).bytes(jobs[number % jobs.length]);
              Path file = folder.resolve("job.yaml");
              Files.deleteIfExists(file); // overwriting makes some file systems wait for the disk
              SettingsDocument.read(Files.write(file, wrong)).bind(JobSettings.class);
            });
  }

  @Test
  void assignments() {
    String[] assignments = {
      "training.epochs=5",
      "training.fanouts=[5, all]",
      "graph.partitionerOptions={tau: 2}",
      "source={type: csv, data: d, edges: {file: 'e'}}",
      "name=\"x\""
    };
    SettingsDocument job = SettingsDocument.parse("job", "{name: a, graph: {name: g}}");
    Mutator mutator = new Mutator(2);
    new Onslaught("assignments", HEAP)
        .run(
            INPUTS,
            number ->
                job.set(mutator.at(number).text(assignments[number % assignments.length]))
                    .bind(JobSettings.class));
  }
}
