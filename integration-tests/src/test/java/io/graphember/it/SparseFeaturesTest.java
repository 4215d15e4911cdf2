// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.WrappedSource;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are mostly zeros, from the source to the predictions. */
class SparseFeaturesTest {
  private static final String[] WIDE = {
    "source.words=400", "training.epochs=4", "training.batchSize=32"
  };

  private static JobSettings job(String... more) {
    List<String> all = new ArrayList<>(List.of(WIDE));
    all.addAll(List.of(more));
    return BlockModelJob.settings(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gat"})
  void bitsDoNotDependOnTheNodes(String model) {
    JobSettings job = job("model.type=" + model, "training.trainers=2");
    List<Outcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 2; nodes++) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        assertThat(Jobs.load(client, job).sparse()).isTrue();
        outcomes.add(Outcome.run(cluster, client, job));
      }
    }
    assertThat(outcomes.get(0).losses()).hasSize(4).doesNotHaveDuplicates();
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
  }

  /** GATv2 looks at its input twice: rows are fetched sparse and made dense. */
  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gcn", "gat", "gin", "gatv2"})
  void resultsAreThoseOfDenseRows(String model) {
    JobSettings job = job("model.type=" + model);
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final GraphInfo sparse = Jobs.load(client, job);
      final JobResult ofSparse = Jobs.run(client, job);
      final GraphInfo dense = loadDense(client, job);
      final JobResult ofDense = Jobs.run(client, job);
      assertThat(sparse.sparse()).isTrue();
      assertThat(dense.sparse()).isFalse();
      assertThat(bytes(dense)).isGreaterThan(4 * bytes(sparse));
      assertThat(moved(ofDense)).isGreaterThan(2 * moved(ofSparse));
      for (int epoch = 0; epoch < 4; epoch++) {
        EpochInfo expected = ofDense.epochs().get(epoch);
        assertThat(ofSparse.epochs().get(epoch).loss())
            .isCloseTo(expected.loss(), within(1e-3 * expected.loss()));
      }
      assertThat(ofSparse.test().accuracy()).isCloseTo(ofDense.test().accuracy(), within(.02));
    }
  }

  private static long bytes(GraphInfo graph) {
    return graph.slabBytes().stream().mapToLong(Long::longValue).sum();
  }

  private static long moved(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::bytesMoved).sum();
  }

  /** The same rows with next to nothing in the place of zeros, which are dense. */
  private static GraphInfo loadDense(GraphemberClient client, JobSettings job) {
    try (GraphSource source = GraphSource.open(job.source(), Path.of("."), ReadProgress.NONE)) {
      return client.load(
          SettingsDocument.toJson(job.graph()),
          new WithoutZeros(source),
          progress -> {},
          Cancellation.NEVER);
    }
  }

  private static final class WithoutZeros extends WrappedSource {
    WithoutZeros(GraphSource graph) {
      super(graph);
    }

    @Override
    protected PieceSink before(PieceSink sink) {
      return new Passing(sink) {
        @Override
        public void vertices(VertexPiece piece) {
          float[] rows = piece.dense().features().clone();
          for (int i = 0; i < rows.length; i++) {
            rows[i] = rows[i] == 0 ? 1e-20f : rows[i];
          }
          sink.vertices(
              new VertexPiece(piece.type(), piece.keys(), piece.labels(), piece.splits(), rows));
        }
      };
    }
  }

  @Test
  void predictionsAreThoseOfDenseRows() {
    JobSettings job = job();
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Outcome sparse = Outcome.run(cluster, client, job);
      loadDense(client, job);
      final Outcome dense = Outcome.run(cluster, client, job);
      sparse
          .probabilities()
          .forEach(
              (key, row) -> {
                for (int j = 0; j < row.size(); j++) {
                  assertThat(row.get(j))
                      .isCloseTo(dense.probabilities().get(key).get(j), within(.01f));
                }
              });
    }
  }
}
