// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose features lie in mapped files. */
class MappedFeaturesTest {
  private static final long BUDGET = 256L << 20;
  private static final JobSettings JOB =
      BlockModelJob.settings(BlockModelJob.DENSE, "source.words=600", "training.epochs=2");

  private static final String[] GLOBAL_BATCH = {
    "training.batch.type=global-batch", "training.batchSize=null", "training.fanouts=null"
  };

  @TempDir Path folder;

  private static GraphemberConfiguration heap() {
    return new GraphemberConfiguration().setMemoryBudgetBytes(BUDGET);
  }

  private GraphemberConfiguration mapped() {
    return heap().setGraphFolder(folder.resolve("features").toString());
  }

  private static JobSettings inference(String... assignments) {
    final List<String> all = new ArrayList<>(List.of(assignments));
    all.add("inference.model=blocks-sage");
    return BlockModelJob.settings(all.toArray(String[]::new)).withoutSource();
  }

  private static List<Object> results(List<GraphemberConfiguration> nodes) {
    try (TestCluster cluster = TestCluster.start(nodes);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, JOB);
      final List<Object> results = new ArrayList<>();
      results.add(ModelBits.of(cluster, client, Jobs.run(client, JOB)));
      for (String[] assignments :
          List.of(
              new String[] {"training.trainers=2"},
              new String[] {"training.replicateBoundary=true"},
              GLOBAL_BATCH)) {
        final List<String> all = new ArrayList<>(List.of(assignments));
        all.add("training.epochs=2");
        all.add("name=other");
        results.add(
            Outcome.run(
                cluster,
                client,
                BlockModelJob.settings(all.toArray(String[]::new)).withoutSource()));
      }
      for (String rows : List.of("{rows: memory}", "{rows: files, cacheMebibytes: 1}")) {
        Jobs.run(client, inference("name=found", "inference=" + rows));
        results.add(
            InferenceTest.entries(
                cluster, client.predictions("blocks", "found").publication().cache()));
      }
      return results;
    }
  }

  /** One node of two, too: what it serves is what the other one would. */
  @Test
  void resultsAreThoseOfTheHeap() {
    final List<Object> expected = results(List.of(heap(), heap()));
    assertThat(results(List.of(mapped(), mapped()))).isEqualTo(expected);
    assertThat(results(List.of(heap(), mapped()))).isEqualTo(expected);
    assertThat(folder.resolve("features")).isEmptyDirectory();
  }

  private static JobResult runIn(TestCluster cluster, GraphemberClient client, long bytes) {
    final MemoryBudget budget = cluster.parts(0).budget();
    try (MemoryBudget.Reservation others = budget.take(BUDGET - bytes, "Something else")) {
      assertThat(others.bytes()).isPositive();
      return Jobs.run(client, JOB);
    }
  }

  /** Rows are counted where a trainer reads them in place, and where they are served. */
  @Test
  void whatIsReadOfFilesIsCounted() {
    for (List<GraphemberConfiguration> nodes :
        List.of(List.of(heap()), List.of(mapped()), List.of(mapped(), mapped()))) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, JOB);
        for (NodeCounts counts : Jobs.run(client, JOB).nodes()) {
          final boolean files = nodes.get(0).getGraphFolder() != null;
          assertThat(counts.mappedRowsRead() > 0).isEqualTo(files);
          assertThat(counts.pageFaults() != null)
              .isEqualTo(Files.isReadable(Path.of("/proc/self/stat")));
          assertThat(counts.missShare().isPresent())
              .isEqualTo(files && counts.pageFaults() != null);
        }
      }
    }
  }

  /** Only topology, labels and keys are taken of the budget. */
  @Test
  void featuresNeedNoHeap() {
    for (GraphemberConfiguration node : List.of(heap(), mapped())) {
      try (TestCluster cluster = TestCluster.start(1, node);
          GraphemberClient client = cluster.connect()) {
        final GraphInfo graph = Jobs.load(client, JOB);
        final long slabs = graph.slabBytes().stream().mapToLong(Long::longValue).sum();
        final long features =
            graph.partitionSizes().featureBytes().stream().mapToLong(Long::longValue).sum();
        assertThat(features).isEqualTo(4L * 608 * BlockModelJob.VERTICES).isLessThan(slabs);
        if (node.getGraphFolder() == null) {
          assertThatThrownBy(() -> runIn(cluster, client, features))
              .isInstanceOfSatisfying(
                  GraphemberException.class,
                  e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue());
        } else {
          assertThat(runIn(cluster, client, features).epochs()).hasSize(2);
        }
      }
    }
  }

  /** The features alone are larger than the budget. */
  @Test
  void aLoadNeedsNoHeapForFeatures() {
    final JobSettings job =
        BlockModelJob.settings(
            BlockModelJob.DENSE, "source.words=12000", "training.epochs=1", "model.hidden=4");
    final long budget = 32L << 20;
    assertThat(4L * 12_000 * BlockModelJob.VERTICES).isGreaterThan(budget);
    for (int nodes = 1; nodes <= 2; nodes++) {
      try (TestCluster cluster = TestCluster.start(nodes, mapped().setMemoryBudgetBytes(budget));
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        Jobs.run(client, job);
        assertThat(cluster.parts(0).budget().peakBytes()).isPositive();
      }
    }
    try (TestCluster cluster = TestCluster.start(1, heap().setMemoryBudgetBytes(budget));
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(() -> Jobs.load(client, job))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue());
    }
  }

  @Test
  void whatCannotBeWrittenFailsTheJob() throws Exception {
    final Path file = Files.writeString(folder.resolve("features"), "");
    try (TestCluster cluster = TestCluster.start(1, mapped());
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, JOB);
      assertThatThrownBy(() -> Jobs.run(client, JOB))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.GRAPH_NOT_MAPPED)).isTrue())
          .hasMessageMatching(
              "0\\.\\d MiB of a graph cannot be written to graphFolder .*features: it is not a folder; make room there, or choose another folder in GraphemberConfiguration\\.");
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      assertThat(cluster.parts(0).live().openJobs()).isZero();
      Files.delete(file);
      Jobs.run(client, JOB);
    }
  }
}
