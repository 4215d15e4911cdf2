// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.fit.GraphFit;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose batches are clusters that a column of the source gives. */
class GivenClustersTest {
  private static final JobLimits LIMITS = new JobLimits(4, 1, 10_000, 1_000);
  private static final int VERTICES = 200;
  private static final int CLUSTERS = 20;

  @TempDir Path dir;

  /**
   * A vertex tells its own class, seldom, and that of its cluster by its neighbours there; a few
   * are in no cluster.
   */
  @BeforeEach
  void write() throws IOException {
    StringBuilder vertices = new StringBuilder("id,class,group,left,right\n");
    StringBuilder edges = new StringBuilder("from,to\n");
    for (int v = 0; v < VERTICES; v++) {
      final int label = v % CLUSTERS % 2;
      final boolean tells = random(v, 0, 3) == 0;
      vertices.append(
          "%d,c%d,%s,%d,%d\n"
              .formatted(
                  v,
                  label,
                  v < 5 ? "" : String.valueOf(100L + v % CLUSTERS),
                  tells && label == 0 ? 1 : 0,
                  tells && label == 1 ? 1 : 0));
      for (int e = 1; e <= 6; e++) {
        final int other = random(v, e, VERTICES / CLUSTERS) * CLUSTERS + v % CLUSTERS;
        edges.append(other).append(',').append(v).append('\n');
      }
    }
    Files.writeString(dir.resolve("vertices.csv"), vertices);
    Files.writeString(dir.resolve("edges.csv"), edges);
  }

  private static int random(int vertex, int stream, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(CounterRandom.child(3, vertex), stream), bound);
  }

  private JobSettings job(String column, int size) {
    return SettingsDocument.parse(
            "job",
            """
            name: clustered
            source:
              type: csv
              data: %s
              vertices: {file: vertices.csv, key: id, label: class%s, features: [left, right]}
              edges: {file: edges.csv}
            graph: {name: groups, partitions: 6}
            model: {type: graphsage, hidden: 8, hiddenDropout: 0, inputDropout: 0}
            task: {split: {train: 0.5, valid: 0.1, test: 0.4}}
            training:
              trainers: 2
              epochs: 20
              learningRate: 0.03
              batch: {type: cluster-batch, clusters: column, clusterSize: %d, clustersPerBatch: 2}
              baseline: false
            """
                .formatted(dir, column, size))
        .bind(JobSettings.class);
  }

  @Test
  void aModelLearnsOfClustersThatLieInSeveralPartitions() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job = job(", cluster: group", 10);
      final JobResult alone = SeedTimesTest.run(one, job);
      assertThat(alone.test().accuracy()).isGreaterThan(0.9);
      assertThat(SeedTimesTest.run(three, job).test()).isEqualTo(alone.test());
    }
  }

  @Test
  void aClusterThatIsTooLargeEndsTheJob() {
    try (LocalCluster cluster = new LocalCluster(2, 1, LIMITS)) {
      assertThatThrownBy(() -> SeedTimesTest.run(cluster, job(", cluster: group", 9)))
          .hasMessageContaining(SamplingError.BATCH_TOO_LARGE.name())
          .hasMessageContaining(
              "has 10 vertices, training.batch.clusterSize allows 9: raise it, or give smaller clusters.");
    }
  }

  @Test
  void aColumnThatIsMissingIsSaidBeforeAnythingIsTrained() {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final JobSettings without = job("", 10);
      assertThatThrownBy(() -> GraphFit.require(cluster.load(without), without))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SamplingError.VERTEX_COLUMN_MISSING)).isTrue())
          .hasMessage(
              "Vertices of graph groups have no cluster, which training.batch.clusters: column asks for: name its column in the source, cluster of the vertices, or leave training.batch.clusters out.");
    }
  }
}
