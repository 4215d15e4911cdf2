// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A knowledge graph has triples to validate with and to test with: these alone test a model. */
class HeldOutTriplesTest {
  private static final int ENTITIES = 30;

  @TempDir Path dir;

  private void write(String file, int first, int end) throws IOException {
    StringBuilder triples = new StringBuilder();
    for (int i = first; i < end; i++) {
      final int head = i % ENTITIES;
      final int tail = (head + 1 + i / ENTITIES) % ENTITIES;
      triples.append("e%d\t/r/%d\te%d\n".formatted(head, i % 3, tail));
    }
    Files.writeString(dir.resolve(file), triples);
  }

  @Test
  void aModelIsTestedWithTriplesThatTest() throws IOException, InterruptedException {
    write("train.txt", 0, 120);
    write("valid.txt", 120, 131);
    write("test.txt", 131, 138);
    JobSettings job =
        SettingsDocument.parse(
                "job",
                """
                name: facts
                source: {type: triples, data: %s, train: train.txt, valid: valid.txt, test: test.txt}
                graph: {name: facts, partitions: 6, symmetrize: true}
                model: {type: rgcn, hidden: 4, layers: 1, learnableDim: 4}
                task: {type: links, decoder: distmult, heldOut: 0, rankedAgainst: 5}
                training: {epochs: 2, batchSize: 32, fanouts: [3], trainers: 1, baseline: false}
                """
                    .formatted(dir))
            .bind(JobSettings.class);
    try (LocalCluster cluster = new LocalCluster(2, 2, new JobLimits(4, 1, 10_000, 1_000))) {
      assertThat(cluster.load(job).heldOutEdges()).isEqualTo(18);
      final JobResult result = SeedTimesTest.run(cluster, job);
      assertThat(result.test().links().heldOut()).isEqualTo(7);
    }
  }
}
