// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.CachePeekMode;
import org.junit.jupiter.api.Test;

/** All nodes stop and start again. */
class RestartTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static JobSettings withoutSource(String... assignments) {
    return BlockModelJob.settings(assignments).withoutSource();
  }

  @Test
  void withPersistenceJobsGoOnWithoutTheInput() {
    try (TestCluster cluster = TestCluster.startPersistent(2)) {
      Outcome trained;
      GraphInfo graph;
      try (GraphemberClient client = cluster.connect()) {
        graph = Jobs.load(client, BlockModelJob.settings());
        trained = Outcome.run(cluster, client, withoutSource());
      }

      cluster.restart();

      try (GraphemberClient client = cluster.connect()) {
        assertThat(client.graphs()).singleElement().isEqualTo(graph);
        // Published results are there, and predicting again gives the same bits.
        assertThat(client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME)).isNotNull();
        Outcome predicted =
            Outcome.run(
                cluster,
                client,
                withoutSource("name=again", "training.epochs=0", "model.from=blocks-sage"));
        assertThat(predicted.losses()).isEmpty();
        assertThat(predicted.probabilities()).isEqualTo(trained.probabilities());
        // Training goes on from where it was: the first loss is below the first loss of the start.
        Outcome further =
            Outcome.run(cluster, client, withoutSource("name=further", "model.from=blocks-sage"));
        assertThat(further.losses()).hasSize(6);
        assertThat(further.losses().get(0)).isLessThan(trained.losses().get(0));
        // And the same job from the same seed gives the same bits as before the restart.
        assertThat(Outcome.run(cluster, client, withoutSource())).isEqualTo(trained);
        // What comes again is not there twice; the version that was added to stays.
        GraphInfo second = Jobs.load(client, BlockModelJob.settings("graph.add=true"));
        assertThat(second.vertices()).isEqualTo(graph.vertices());
        assertThat(second.edges()).isEqualTo(graph.edges());
        assertThat(client.graphs()).containsExactly(graph, second);
      }
    }
  }

  /** Ignite refuses nodes that have files of caches which were destroyed while they were away. */
  @Test
  void withPersistenceANodeComesBackThatWasAwayWhileGraphsAndResultsWereReplaced() {
    try (TestCluster cluster = TestCluster.startPersistent(2);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      final Outcome trained = Outcome.run(cluster, client, withoutSource());
      Jobs.load(client, BlockModelJob.settings("graph.name=dropped"));
      cluster.stopNode(1);

      final GraphInfo graph = Jobs.load(client, BlockModelJob.settings());
      assertThat(Outcome.run(cluster, client, withoutSource("publish.keepPrevious=false")))
          .isEqualTo(trained);
      assertThat(client.dropGraph("dropped")).isTrue();
      cluster.restartNode(1, ignite -> {});

      final Set<String> current = new TreeSet<>(Set.of(graph.cache()));
      client
          .results()
          .forEach(result -> result.tables().forEach(table -> current.add(table.cache())));
      Await.until(BOUND, () -> ours(cluster.node(0)).equals(current));
    }
  }

  /** As if it had died before Ignite could remove the files. */
  @Test
  void withPersistenceANodeComesBackThatDiedWhileACacheWasDestroyed() throws IOException {
    try (TestCluster cluster = TestCluster.startPersistent(2);
        GraphemberClient client = cluster.connect()) {
      final GraphInfo graph = Jobs.load(client, BlockModelJob.settings());
      final Path files = files(cluster.node(1), graph.cache());
      final Path copy = Files.createDirectory(files.resolveSibling("copy"));
      copy(files, copy);
      assertThat(client.dropGraph(graph.name())).isTrue();
      Await.until(BOUND, () -> ours(cluster.node(0)).isEmpty() && isEmpty(files));
      cluster.stopNode(1);
      copy(copy, files);

      cluster.restartNode(1, ignite -> {});

      assertThat(files).doesNotExist();
      assertThat(ours(cluster.node(0))).isEmpty();
      assertThat(Jobs.load(client, BlockModelJob.settings()).edges()).isEqualTo(graph.edges());
    }
  }

  private static Path files(Ignite node, String cache) {
    String folder = node.cluster().localNode().consistentId().toString().replace('-', '_');
    return Path.of(node.configuration().getWorkDirectory(), "db", folder, "cache-" + cache);
  }

  private static boolean isEmpty(Path folder) {
    return folder.toFile().list().length == 0;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Nodes that know different histories place partitions alike: Ignite ends one that does not. */
  @Test
  void withPersistenceNodesThatWereAwayPlacePartitionsAsOthersDo() {
    try (TestCluster cluster = TestCluster.startPersistent(3);
        GraphemberClient client = GraphemberClient.connect(cluster.address(1))) {
      Jobs.load(client, BlockModelJob.settings());
      final JobResult.Test trained = Jobs.run(client, withoutSource()).tested();
      for (int away : new int[] {2, 0, 2}) {
        cluster.stopNode(away);
        assertThat(Jobs.run(client, withoutSource()).tested()).isEqualTo(trained);
        cluster.restartNode(away, ignite -> {});
        Await.until(BOUND, () -> complete(cluster));
      }
    }
  }

  private static boolean complete(TestCluster cluster) {
    return cluster.node(1).cluster().forServers().nodes().size() == 3
        && ours(cluster.node(1)).stream()
            .filter(name -> name.startsWith("graphember.graph.")) // older results go meanwhile
            .map(cluster.node(1)::cache)
            .allMatch(
                cache ->
                    cache.sizeLong(CachePeekMode.PRIMARY) == cache.sizeLong(CachePeekMode.BACKUP));
  }

  /** Caches of graphs and results. */
  private static Set<String> ours(Ignite node) {
    return node.cacheNames().stream()
        .filter(name -> name.startsWith("graphember.") && name.contains(".v"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Versions count beside the names that they number: a counter in another region begins anew. */
  @Test
  void withOnePersistentRegionVersionsGoOnAndNoGraphIsLost() {
    try (TestCluster cluster = TestCluster.startWithPersistentRegion(1, "graphs")) {
      GraphInfo before;
      try (GraphemberClient client = cluster.connect()) {
        before = Jobs.load(client, BlockModelJob.settings());
      }
      cluster.restart();
      try (GraphemberClient client = cluster.connect()) {
        GraphInfo after = Jobs.load(client, BlockModelJob.settings());
        assertThat(after.version()).isGreaterThan(before.version());
        assertThat(cluster.node(0).cacheNames()).contains(after.cache());
      }
    }
  }

  @Test
  void inMemoryTheGraphIsGoneAndTheClientIsTold() {
    try (TestCluster cluster = TestCluster.start(1)) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, BlockModelJob.settings());
      }
      cluster.restart();
      try (GraphemberClient client = cluster.connect()) {
        assertThatThrownBy(() -> Jobs.run(client, withoutSource()))
            .hasMessage("graph.name = blocks: no such graph is in the cluster, there is none.");
        assertThatThrownBy(() -> client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME))
            .hasMessage("Job blocks-sage has published no predictions for graph blocks.");
      }
    }
  }

  @Test
  void startingFromAnotherModelIsRefused() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      assertThatThrownBy(() -> Jobs.run(client, withoutSource("model.from=nothing")))
          .hasMessage("model.from = nothing: that job has left no parameters for graph blocks.");
      Jobs.run(client, withoutSource("training.epochs=1"));
      assertThatThrownBy(
              () -> Jobs.run(client, withoutSource("model.from=blocks-sage", "model.hidden=8")))
          .hasMessage(
              "model.from = blocks-sage: that model is graphsage with 2 layers of 60-16-4, this"
                  + " job's is graphsage with 2 layers of 60-8-4; they must be of one shape.");
    }
  }
}
