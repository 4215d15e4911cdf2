// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose topology lies in mapped files, for the memory budget has no room for it. */
class MappedTopologyTest {
  private static final long BUDGET = 256L << 20;

  /** Topology takes most of what the job takes. */
  private static final String[] GRAPH = {
    "source.vertices=2500", "source.degree=500", "graph.partitions=4", "training.epochs=2"
  };

  @TempDir Path folder;

  private static GraphemberConfiguration heap() {
    return new GraphemberConfiguration().setMemoryBudgetBytes(BUDGET);
  }

  private GraphemberConfiguration mapped() {
    return heap().setGraphFolder(folder.toString());
  }

  private static JobSettings job(String store) {
    final List<String> all = new ArrayList<>(List.of(GRAPH));
    all.add("graph.store=" + store);
    return BlockModelJob.settings(all.toArray(String[]::new));
  }

  private static long topologyBytes(GraphInfo graph) {
    return graph.partitionSizes().topologyBytes().stream().mapToLong(Long::longValue).sum();
  }

  private static List<Object> results(
      TestCluster cluster, GraphemberClient client, JobSettings job) {
    final List<Object> results = new ArrayList<>();
    results.add(ModelBits.of(cluster, client, Jobs.run(client, job)));
    final JobSettings two =
        BlockModelJob.settings("training.epochs=1", "training.trainers=2", "name=two")
            .withoutSource();
    results.add(Outcome.run(cluster, client, two));
    return results;
  }

  /** On each node other work leaves less than the topology takes. */
  private static List<MemoryBudget.Reservation> leave(TestCluster cluster, int nodes, long bytes) {
    final List<MemoryBudget.Reservation> others = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      final MemoryBudget budget = cluster.parts(n).budget();
      cluster.parts(n).resident().forgetIdle();
      others.add(budget.take(budget.limitBytes() - budget.takenBytes() - bytes, "Something else"));
    }
    return others;
  }

  /** One node of two, too: what it serves is what the other one would. */
  @ParameterizedTest
  @ValueSource(strings = {"compact", "compressed"})
  void resultsAreThoseOfTheHeap(String store) {
    final List<Object> expected;
    try (TestCluster cluster = TestCluster.start(List.of(heap(), heap()));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job(store));
      expected = results(cluster, client, job(store));
    }
    for (List<GraphemberConfiguration> nodes :
        List.of(List.of(mapped()), List.of(mapped(), mapped()))) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        final GraphInfo graph = Jobs.load(client, job(store));
        final long free = topologyBytes(graph) / nodes.size() * 9 / 10;
        final List<MemoryBudget.Reservation> others = leave(cluster, nodes.size(), free);
        assertThat(results(cluster, client, job(store))).isEqualTo(expected);
        final long idle = cluster.parts(0).resident().idleBytes();
        others.forEach(MemoryBudget.Reservation::close);
        assertThat(idle).isPositive().isLessThan(free);
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Without a folder it is refused, as before there were any. */
  @Test
  void withoutAFolderTheJobIsRefused() {
    try (TestCluster cluster = TestCluster.start(1, heap());
        GraphemberClient client = cluster.connect()) {
      final GraphInfo graph = Jobs.load(client, job("compact"));
      final List<MemoryBudget.Reservation> others =
          leave(cluster, 1, topologyBytes(graph) * 9 / 10);
      assertThatThrownBy(() -> Jobs.run(client, job("compact")))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue());
      others.forEach(MemoryBudget.Reservation::close);
      Jobs.run(client, job("compact"));
    }
  }
}
