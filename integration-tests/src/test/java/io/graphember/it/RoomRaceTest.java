// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads that fit a region one by one, all at once, on nodes that Ignite halts when a region
 * overflows.
 */
class RoomRaceTest {
  private static final int REGION_BYTES = 128 << 20;

  private static JobSettings graph(int number) {
    return BlockModelJob.settings(
        "graph.name=graph" + number,
        "source.vertices=7000",
        "source.words=1500",
        BlockModelJob.DENSE);
  }

  /** The error of each load; empty for one that has made its graph. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // each client has a thread
  private static List<Optional<GraphemberException>> loadAtOnce(
      int count, List<ServerProcess> servers, Duration patience) {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<CompletableFuture<Optional<GraphemberException>>> loads = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        final JobSettings graph = graph(i);
        final String address = servers.get(i % servers.size()).address();
        loads.add(CompletableFuture.supplyAsync(() -> load(address, graph, patience), threads));
      }
      return loads.stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdown();
    }
  }

  private static Optional<GraphemberException> load(
      String address, JobSettings graph, Duration patience) {
    try (GraphemberClient client = GraphemberClient.connect(address)) {
      Jobs.load(client, graph, patience, progress -> {});
      return Optional.empty();
    } catch (GraphemberException e) {
      return Optional.of(e);
    }
  }

  private static void race(int loads, int nodes, Path folder) throws Exception {
    List<ServerProcess> servers = ServerProcess.start(nodes, folder, REGION_BYTES);
    try {
      List<Optional<GraphemberException>> ends = loadAtOnce(loads, servers, Duration.ZERO);
      servers.forEach(ServerProcess::requireAlive);
      assertThat(ends).anyMatch(Optional::isEmpty).anyMatch(Optional::isPresent);
      assertThat(ends.stream().flatMap(Optional::stream))
          .allSatisfy(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo("REGION_FULL"));
      try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
        // Whoever is let in is whole, and room that was refused is there for the next one.
        assertThat(client.graphs()).hasSize((int) ends.stream().filter(Optional::isEmpty).count());
        for (GraphInfo graph : client.graphs()) {
          client.dropGraph(graph.name());
        }
        Jobs.load(client, graph(0));
      }
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  @Test
  void fourLoadsAtOnceDoNotOverflowACluster(@TempDir Path folder) throws Exception {
    race(4, 2, folder);
  }

  @Test
  @Tag("long")
  void fourLoadsAtOnceDoNotOverflowANode(@TempDir Path folder) throws Exception {
    race(4, 1, folder);
  }

  @Test
  @Tag("long")
  void eightLoadsAtOnceDoNotOverflowACluster(@TempDir Path folder) throws Exception {
    race(8, 3, folder);
  }
}
