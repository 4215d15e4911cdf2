// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.retrain.RetrainInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cluster trains a model on when vertices and edges are added to its graph. */
class RetrainingTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String RETRAIN =
      "retrain={changedShare: 0.1, everySeconds: 1, epochs: 1, tolerance: 1}";

  @TempDir Path folder;

  private GraphInfo load(GraphemberClient client, JobSettings job) {
    try (GraphSource source = GraphSource.open(job.source(), folder, ReadProgress.NONE)) {
      return client.load(
          SettingsDocument.toJson(job.graph()), source, progress -> {}, Cancellation.NEVER);
    }
  }

  /** Adds vertices, each with an edge and its reverse. */
  private GraphInfo add(GraphemberClient client, int first, int count) throws IOException {
    final Path more = Files.createDirectories(folder.resolve("more"));
    final StringBuilder vertices = new StringBuilder("id,ring,f1,f2,f3,f4\n");
    final StringBuilder edges = new StringBuilder();
    for (int v = first; v < first + count; v++) {
      vertices.append("new%d,ring-%d,%d,1,1,1%n".formatted(v, v % 3, v % 2));
      edges.append("new%d\tv%d%n".formatted(v, v));
    }
    Files.writeString(more.resolve("vertices.csv"), vertices);
    Files.writeString(more.resolve("edges.tsv"), edges);
    return load(
        client,
        Jobs.parse(
            CsvGraph.JOB
                .replace("data: data", "data: more")
                .replace("rings,", "rings, add: true,")));
  }

  private static RetrainInfo watched(GraphemberClient client) {
    return client.retrainings().get(0);
  }

  private static List<String> jobs(GraphemberClient client) {
    return client.jobs("rings").stream().map(JobInfo::name).toList();
  }

  /** Stops the oldest node, which watches, where there is another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aModelIsTrainedOnWhenEnoughIsAdded(int nodes) throws IOException {
    CsvGraph.write(folder.resolve("data"));
    final JobSettings job = Jobs.parse(CsvGraph.JOB, RETRAIN, "training.epochs=2");
    try (TestCluster cluster = TestCluster.start(nodes);
        GraphemberClient client = GraphemberClient.connect(cluster.address(nodes - 1))) {
      final GraphInfo first = load(client, job);
      final JobResult trained = Jobs.run(client, job);
      final RetrainInfo begun = watched(client);
      assertThat(begun.version()).isEqualTo(first.version());
      assertThat(begun.figure()).isEqualTo(trained.test().accuracy());
      assertThat(begun.retrainings()).isZero();
      final GraphInfo little = add(client, 0, 30);
      final double share = watched(client).changed();
      assertThat(share)
          .isEqualTo(
              (double) (30 + little.edges() - first.edges()) / (first.vertices() + first.edges()))
          .isLessThan(0.1);
      assertThat(watched(client).running()).isNull();
      if (nodes > 1) {
        cluster.stopNode(0);
      }
      final GraphInfo much = add(client, 30, 400);
      Await.until(BOUND, () -> watched(client).retrainings() == 1);
      final RetrainInfo after = watched(client);
      assertThat(after.published()).isEqualTo(1);
      assertThat(after.version()).isEqualTo(much.version());
      assertThat(after.last())
          .matches("job 2: published: [01]\\.\\d{4} on this version, the model before has .*");
      assertThat(jobs(client))
          .as("little was not enough")
          .containsExactly("rings-sage", "rings-sage");
      assertThat(client.job(2).state().status()).isEqualTo(JobState.Status.DONE);
      assertThat(client.job(2).result().graph().version()).isEqualTo(much.version());
      final JobResult.Drift drift = client.job(2).result().update().drift();
      assertThat(drift.since()).isEqualTo(first.version());
      assertThat(drift.stabilityIndex())
          .as("features that are 1 of two of five")
          .isGreaterThan(0.25);
      assertThat(drift.predictions()).isBetween(0.0, 1.0);
      assertThat(client.predictions("rings", "rings-sage").publication().entries())
          .isEqualTo(much.vertices());
      assertThat(client.predictions("rings", "rings-sage").get("new429")).isNotNull();
      client.restoreResults("rings", "rings-sage");
      assertThat(client.predictions("rings", "rings-sage").get("new429")).isNull();

      client.stopRetraining("rings", "rings-sage");
      assertThat(client.retrainings()).isEmpty();
      assertThatThrownBy(() -> client.stopRetraining("rings", "rings-sage"))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(NodeError.RETRAIN_UNKNOWN)).isTrue())
          .hasMessage(
              "The model of job rings-sage on graph rings is not trained on by the cluster: 'graphember retrain' lists those that are.");
    }
  }
}
