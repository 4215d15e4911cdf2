// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.training.job.JobSettings;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trainers on several nodes that change the parameters each for itself. */
class ConsistencyTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  @ParameterizedTest
  @CsvSource({"async, 0", "ssp, 1", "ssp, 8"})
  void aModelLearnsOnAnyNodes(String consistency, int staleness) {
    final JobSettings job =
        BlockModelJob.settings(
            "training.trainers=4",
            "training.epochs=15",
            "training.repeatable=false",
            "training.consistency=" + consistency,
            "training.staleness=" + staleness);
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        final JobResult result = Jobs.run(client, job);

        assertThat(result.epochs()).extracting(EpochInfo::epoch).hasSize(15);
        assertThat(result.tested().accuracy()).as("chance is 0.25").isGreaterThan(0.5);
        final JobTrainers.Versions versions = result.trainers().versions();
        assertThat(versions.consistency()).isEqualTo(consistency);
        // 160 vertices to train on: 3 steps of 4 trainers in each epoch
        assertThat(versions.made()).isBetween(15L * 3, 15L * 3 * 4);
        if (staleness > 0) {
          assertThat(versions.mostBehind()).isLessThanOrEqualTo(staleness);
        }
        assertThat(
                client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME).publication().entries())
            .isEqualTo(BlockModelJob.VERTICES);
      }
    }
  }
}
