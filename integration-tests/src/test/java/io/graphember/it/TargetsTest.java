// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several labels and numbers of vertices are learned from a job file. A shop has neighbours of
 * three kinds, and nothing of its own: what it sells is what its neighbours are, and what it takes
 * is how many of them are of the first kind.
 */
class TargetsTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static final int SHOPS = 300;
  private static final int KINDS = 3;
  private static final int NEIGHBORS = 4;
  private static final int EPOCHS_OF_THREE = 5;

  @TempDir private Path folder;

  private static int kind(int shop, int neighbor) {
    return CounterRandom.bounded(CounterRandom.bits(7, shop * NEIGHBORS + neighbor), KINDS);
  }

  /** Of the neighbours of a shop, how many are of each kind. */
  private static int[] counts(int shop) {
    int[] counts = new int[KINDS];
    for (int i = 0; i < NEIGHBORS; i++) {
      counts[kind(shop, i)]++;
    }
    return counts;
  }

  private static String sold(int[] counts) {
    List<String> sold = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      if (counts[kind] > 0) {
        sold.add("kind " + kind);
      }
    }
    return String.join(" | ", sold);
  }

  private JobSettings job(String... assignments) throws IOException {
    StringBuilder vertices = new StringBuilder("id,a,b,c,sells,takes,gives,split\n");
    StringBuilder edges = new StringBuilder("from,to\n");
    for (int shop = 0; shop < SHOPS; shop++) {
      int[] counts = counts(shop);
      String split = shop % 10 < 6 ? "train" : shop % 10 < 8 ? "valid" : "test";
      vertices.append(
          "%d,0,0,0,%s,%d,%d,%s%n"
              .formatted(shop, sold(counts), counts[0], 2 * counts[0] - counts[1], split));
      for (int i = 0; i < NEIGHBORS; i++) {
        final int neighbor = SHOPS + shop * NEIGHBORS + i;
        final int kind = kind(shop, i);
        vertices.append(
            "%d,%d,%d,%d,,,nan,%n"
                .formatted(neighbor, kind == 0 ? 1 : 0, kind == 1 ? 1 : 0, kind == 2 ? 1 : 0));
        edges.append("%d,%d%n".formatted(neighbor, shop));
      }
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return Jobs.parse(
        """
        name: shops
        source:
          type: csv
          data: %s
          vertices: {file: vertices.csv, key: id, split: split, features: [a, b, c]}
          edges: {file: edges.csv, source: from, destination: to}
        graph: {name: shops, partitions: 4}
        model: {layers: 1, inputDropout: 0}
        training: {epochs: 120, batchSize: 32, learningRate: 0.05, trainers: 2}
        """
            .formatted(folder),
        assignments);
  }

  private static final String[] LABELS = {
    "source.vertices.label=sells", "source.vertices.labelSeparator='|'", "task.type=multi-label"
  };

  private static final String[] NUMBERS = {
    "source.vertices.targets=[takes, gives]", "task.type=regression"
  };

  /** Runs a job on one node to its end, and its first epochs on three; the values of the shops. */
  private JobResult run(List<float[]> values, String... task) throws IOException {
    final JobResult result = run(CLUSTERS.one(), job(task), values);
    final List<String> begun = new ArrayList<>(List.of(task));
    begun.add("training.epochs=" + EPOCHS_OF_THREE);
    final JobResult ofThree =
        run(CLUSTERS.three(), job(begun.toArray(String[]::new)), new ArrayList<>());
    assertThat(validation(ofThree)).isEqualTo(validation(result).subList(0, EPOCHS_OF_THREE));
    return result;
  }

  private static List<Double> validation(JobResult result) {
    return result.epochs().stream().map(EpochInfo::validation).toList();
  }

  private static JobResult run(TestCluster cluster, JobSettings job, List<float[]> values) {
    try (GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult result = Jobs.run(client, job);
      assertThat(result.publications()).containsOnlyKeys("values", "embeddings");
      PublishedTable<float[]> table = client.values("shops", "shops");
      for (long shop = 0; shop < SHOPS; shop++) {
        values.add(table.get(shop));
      }
      for (int i = 0; i < cluster.nodes().size(); i++) {
        assertThat(cluster.parts(i).budget().takenBytes()).isZero();
      }
      return result;
    }
  }

  @Test
  void severalLabelsAreLearnedFromNeighborsAlone() throws IOException {
    List<float[]> values = new ArrayList<>();
    JobResult result = run(values, LABELS);
    GraphInfo.Vertices type = result.graph().vertexTypes().get(0);
    assertThat(type.targets()).containsExactlyInAnyOrder("kind 0", "kind 1", "kind 2");
    assertThat(type.classNames()).isEmpty();
    JobResult.Test test = result.test();
    assertThat(test.vertices()).isEqualTo(SHOPS / 5);
    assertThat(test.microF1()).isGreaterThan(0.95);
    assertThat(test.macroF1()).isGreaterThan(0.95);
    assertThat(test.baseline()).isLessThan(test.microF1() - 0.05);
    assertThat(test.accuracy()).isNull();
    assertThat(test.rmse()).isNull();
    int right = 0;
    for (int shop = 0; shop < SHOPS; shop++) {
      for (int kind = 0; kind < KINDS; kind++) {
        final int label = type.targets().indexOf("kind " + kind);
        final float probability = values.get(shop)[label];
        assertThat(probability).isBetween(0f, 1f);
        right += probability > 0.5 == counts(shop)[kind] > 0 ? 1 : 0;
      }
    }
    assertThat(right / (double) (SHOPS * KINDS)).isGreaterThan(0.95);
  }

  @Test
  void numbersAreLearnedFromNeighborsAlone() throws IOException {
    List<float[]> values = new ArrayList<>();
    JobResult result = run(values, NUMBERS);
    assertThat(result.graph().vertexTypes().get(0).targets()).containsExactly("takes", "gives");
    JobResult.Test test = result.test();
    assertThat(test.rmse()).isLessThan(0.2);
    assertThat(test.baseline()).isGreaterThan(0.8);
    assertThat(test.validation()).isLessThan(0.2).isPositive();
    assertThat(test.accuracy()).isNull();
    assertThat(test.microF1()).isNull();
    assertThat(test.macroF1()).isNull();
    double error = 0;
    for (int shop = 0; shop < SHOPS; shop++) {
      int[] counts = counts(shop);
      assertThat(values.get(shop)).hasSize(2);
      error += Math.pow(values.get(shop)[0] - counts[0], 2);
      error += Math.pow(values.get(shop)[1] - (2 * counts[0] - counts[1]), 2);
    }
    assertThat(Math.sqrt(error / (2 * SHOPS))).isCloseTo(test.rmse(), within(0.1));
    assertThat(result.bestEpoch())
        .isEqualTo(
            result.epochs().stream()
                .min((a, b) -> Double.compare(a.validation(), b.validation()))
                .orElseThrow()
                .epoch());
  }

  @Test
  void whatTheTargetsDoNotAllowIsRefused() throws IOException {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job(NUMBERS));
      assertUnfit(
          client,
          job("task.type=multi-label"),
          "of graph shops are not 0 to 1: task.type: multi-label needs labels, regression learns other numbers.");
      assertUnfit(client, job(), "Graph shops has no labels");
      Jobs.load(client, job());
      assertUnfit(
          client,
          job("task.type=regression"),
          "Graph shops has no targets: task.type: regression needs them, from targets or a labelSeparator in the source.");
    }
  }

  private static void assertUnfit(GraphemberClient client, JobSettings job, String message) {
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessageContaining(message);
  }
}
