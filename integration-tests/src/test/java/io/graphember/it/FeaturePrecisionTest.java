// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.graph.GraphError;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs on graphs whose features are stored in 16 bits. */
class FeaturePrecisionTest {
  private static final int WORDS = 128; // columns of features

  @TempDir Path folder;

  private static JobSettings job(FeaturePrecision precision, String... assignments) {
    final List<String> all = new ArrayList<>(List.of(assignments));
    all.add(BlockModelJob.DENSE);
    all.add("source.words=" + WORDS);
    all.add("graph.featurePrecision=" + name(precision));
    return BlockModelJob.settings(all.toArray(String[]::new));
  }

  private static String name(FeaturePrecision precision) {
    return precision.name().toLowerCase(Locale.ROOT);
  }

  private static GraphemberConfiguration heap() {
    return new GraphemberConfiguration();
  }

  private GraphemberConfiguration mapped() {
    return heap().setGraphFolder(folder.resolve("features").toString());
  }

  /** Rows that are gathered and rows that are added up, in place and elsewhere. */
  private static List<Object> results(
      FeaturePrecision precision, List<GraphemberConfiguration> nodes) {
    try (TestCluster cluster = TestCluster.start(nodes);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job(precision));
      final List<Object> results = new ArrayList<>();
      for (String[] assignments :
          List.of(
              new String[] {"training.trainers=2"},
              new String[] {"model.type=gat"},
              new String[] {"training.replicateBoundary=true"},
              new String[] {
                "training.batch.type=global-batch",
                "training.batchSize=null",
                "training.fanouts=null"
              })) {
        final List<String> all = new ArrayList<>(List.of(assignments));
        all.add("training.epochs=2");
        results.add(
            Outcome.run(
                cluster, client, job(precision, all.toArray(String[]::new)).withoutSource()));
      }
      for (String rows : List.of("{rows: memory}", "{rows: files, cacheMebibytes: 1}")) {
        Jobs.run(
            client,
            BlockModelJob.settings("name=found", "inference=" + rows, "inference.model=blocks-sage")
                .withoutSource());
        results.add(
            InferenceTest.entries(
                cluster, client.predictions("blocks", "found").publication().cache()));
      }
      return results;
    }
  }

  @ParameterizedTest
  @EnumSource(value = FeaturePrecision.class, names = "FLOAT32", mode = EnumSource.Mode.EXCLUDE)
  void resultsAreTheSameWhereverRowsLie(FeaturePrecision precision) {
    final List<Object> expected = results(precision, List.of(heap()));
    assertThat(results(precision, List.of(heap(), heap()))).isEqualTo(expected);
    assertThat(results(precision, List.of(mapped(), mapped()))).isEqualTo(expected);
  }

  @Test
  void featuresTakeHalfTheMemoryAndHalfTheBytes() {
    final List<JobResult> results = new ArrayList<>();
    final List<Long> featureBytes = new ArrayList<>();
    for (FeaturePrecision precision : FeaturePrecision.values()) {
      try (TestCluster cluster = TestCluster.start(List.of(heap(), heap()));
          GraphemberClient client = cluster.connect()) {
        final JobSettings job = job(precision, "model.type=gat", "training.epochs=2");
        final GraphInfo graph = Jobs.load(client, job);
        assertThat(client.graphs())
            .extracting(GraphInfo::featurePrecision)
            .containsExactly(precision);
        featureBytes.add(graph.partitionSizes().featureBytes().stream().mapToLong(b -> b).sum());
        results.add(Jobs.run(client, job.withoutSource()));
      }
    }
    assertThat(featureBytes.get(1)).isEqualTo(featureBytes.get(0) / 2);
    assertThat(featureBytes.get(2)).isEqualTo(featureBytes.get(1));
    final long rows = rowsServed(results.get(0));
    assertThat(rows).isPositive();
    for (JobResult half : results.subList(1, 3)) {
      assertThat(rowsServed(half)).isEqualTo(rows);
      assertThat(bytesMoved(results.get(0)) - bytesMoved(half)).isEqualTo(2L * WORDS * rows);
    }
  }

  private static long rowsServed(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::rowsServed).sum();
  }

  private static long bytesMoved(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::bytesMoved).sum();
  }

  /** Whichever node the vertex is at home in; the others stop as well. */
  @Test
  void aFeatureThatIsTooLargeEndsALoadOfTwoNodes() {
    try (TestCluster cluster = TestCluster.start(List.of(heap(), heap()));
        GraphemberClient client = cluster.connect();
        GraphSource source =
            GraphSource.of(
                new GraphHeader(KeyKind.INT64, 3, false),
                feed -> {
                  for (int v = 0; v < 20; v++) {
                    feed.vertex(v, 0, 0, v == 17 ? 1e6f : 0);
                  }
                  feed.edge(1, 17);
                })) {
      assertThatThrownBy(
              () ->
                  client.load(
                      "{name: large, partitions: 2, featurePrecision: float16}",
                      source,
                      progress -> {},
                      Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("FEATURE_TOO_LARGE"))
          .hasMessage(
              "Feature 2 of vertex 17 is 1000000.0, graph.featurePrecision float16 stores no more than"
                  + " 65504.0; set it to bfloat16, or scale the features.");
      assertThat(client.graphs()).isEmpty();
      for (int node = 0; node < 2; node++) {
        final int one = node;
        Await.until(
            Duration.ofSeconds(20),
            () ->
                cluster.parts(one).shards().open() == 0
                    && cluster.parts(one).budget().takenBytes() == 0);
      }
    }
  }

  /** Whatever the job file of the additions says. */
  @ParameterizedTest
  @CsvSource({"FLOAT16, FLOAT32", "FLOAT32, BFLOAT16"})
  void additionsKeepThePrecision(FeaturePrecision first, FeaturePrecision second) {
    try (TestCluster cluster = TestCluster.start(List.of(heap()));
        GraphemberClient client = cluster.connect()) {
      final GraphInfo loaded = Jobs.load(client, job(first));
      final GraphInfo added = Jobs.load(client, job(second, "graph.add=true"));
      assertThat(added.version()).isGreaterThan(loaded.version());
      assertThat(added.featurePrecision()).isEqualTo(first);
      assertThat(added.partitionSizes().featureBytes())
          .isEqualTo(loaded.partitionSizes().featureBytes());
    }
  }

  @Test
  void whatIsTooLargeIsNotLoaded() throws Exception {
    Files.writeString(folder.resolve("vertices.csv"), "id,x,label\n1,2,a\n2,65505,b\n");
    Files.writeString(folder.resolve("edges.csv"), "1,2\n");
    final JobSettings job =
        Jobs.parse(
            """
            name: large
            source:
              type: csv
              data: %s
              vertices: {file: vertices.csv, key: id, label: label, features: [x]}
              edges: {file: edges.csv, header: false}
            graph: {name: large, partitions: 1, featurePrecision: float16}
            task:
              split: {train: 0.5, valid: 0.25, test: 0.25}
            """
                .formatted(folder));
    try (TestCluster cluster = TestCluster.start(List.of(heap()));
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(() -> Jobs.load(client, job))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(GraphError.FEATURE_TOO_LARGE)).isTrue())
          .hasMessage(
              "Feature 0 of vertex 2 is 65505.0, graph.featurePrecision float16 stores no more than"
                  + " 65504.0; set it to bfloat16, or scale the features.");
      assertThat(client.graphs()).isEmpty();
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
    }
  }
}
