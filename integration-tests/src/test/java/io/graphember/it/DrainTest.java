// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.cli.Main;
import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.node.NodeWork;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.live.JobPlan;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A drained node takes no new work, hands over or finishes what it has, and clients do not notice.
 */
class DrainTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String UNTIL_STOPPED = "training.epochs=100000";
  private static final String STAYS = "training.checkpointEvery=0";
  private static final String SHORT = "training.epochs=2";

  private static TestCluster cluster;

  @BeforeAll
  static void load() {
    cluster = TestCluster.start(3);
    try (GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      Jobs.run(client, BlockModelJob.settings("training.epochs=1")); // loads the engine
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void undrainAll() {
    for (int i = 0; i < 3; i++) {
      cluster.parts(0).states().undrain("node-" + i);
      final int node = i;
      Await.until(BOUND, () -> cluster.parts(node).runner().takenJobs() == 0);
      Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
    }
  }

  private static CommandRun command(int node, String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--connect";
    all[arguments.length + 1] = cluster.address(node);
    return CommandRun.of(all);
  }

  private static GraphemberClient client(int node) {
    return GraphemberClient.connect(cluster.address(node));
  }

  private static JobHandle submit(GraphemberClient client, String... assignments) {
    JobHandle job =
        client.submit(SettingsDocument.toJson(BlockModelJob.settings(assignments).withoutSource()));
    Await.until(BOUND, () -> !job.state().epochs().isEmpty() || job.state().status().ended());
    return job;
  }

  private static void cancel(JobHandle job) {
    job.cancel();
    Await.until(BOUND, () -> job.state().status().ended());
  }

  private static List<Integer> trainers(JobResult result) {
    return result.nodes().stream()
        .sorted(Comparator.comparing(NodeCounts::node))
        .map(NodeCounts::trainers)
        .toList();
  }

  @Test
  void theCommandWaitsForWhatRunsAndNoTrainerComesAnew() {
    try (GraphemberClient client = client(0);
        GraphemberClient there = client(1)) {
      JobHandle running = submit(there, UNTIL_STOPPED, STAYS, "training.trainers=3");
      CommandRun late = command(0, "drain", "node-1", "--wait", "0");
      assertThat(late.exit()).isEqualTo(3);
      assertThat(late.err())
          .contains("Node node-1 takes no new work.\n")
          .containsPattern(
              "error DRAIN_UNFINISHED: After 0 s node node-1 still runs 1 coordinated job, 1"
                  + " trainer, 1 part of a job, [0-9]+ partitions served to jobs: it stays drained, run the command"
                  + " again to wait on, or undrain it\\.");

      CompletableFuture<CommandRun> drained =
          CompletableFuture.supplyAsync(() -> command(0, "drain", "node-1"));
      JobResult beside =
          Jobs.run(client, BlockModelJob.settings(SHORT, "name=beside", "training.trainers=2"));
      assertThat(beside.nodes())
          .extracting(NodeCounts::node)
          .containsExactlyInAnyOrder("node-0", "node-2"); // backups serve its partitions
      assertThat(running.state().status().ended()).isFalse();
      assertThat(cluster.parts(1).live().runningTrainers()).isOne();
      assertThat(drained).isNotDone();

      cancel(running);
      CommandRun run = drained.join();
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out())
          .isEqualTo(
              "Node node-1 runs no work now: it may be stopped.\n"
                  + "Other nodes have copies of all its partitions: no data is lost.\n");
      assertThat(run.err()).contains("Node node-1 still runs 1 coordinated job, 1 trainer");

      assertThat(command(0, "undrain", "node-1").out())
          .isEqualTo("Node node-1 is drained no more.\n");
      JobResult again =
          Jobs.run(client, BlockModelJob.settings(SHORT, "name=again", "training.trainers=3"));
      assertThat(trainers(again)).containsExactly(1, 1, 1);
    }
  }

  /** Its trainer and its partitions, and the job that it coordinates. */
  @Test
  void aJobWithCheckpointsIsHandedOver() {
    try (GraphemberClient client = client(0);
        GraphemberClient there = client(1)) {
      JobHandle running =
          submit(there, UNTIL_STOPPED, "training.checkpointEvery=5", "training.trainers=3");
      assertThat(cluster.parts(1).runner().takenJobs()).isOne();

      CommandRun run = command(0, "drain", "node-1", "--wait", "60");

      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out()).startsWith("Node node-1 runs no work now: it may be stopped.\n");
      final int epochs = running.state().epochs().size();
      Await.until(BOUND, () -> running.state().epochs().size() > epochs + 3);
      assertThat(cluster.parts(1).live().openJobs()).isZero();
      assertThat(cluster.parts(0).runner().takenJobs() + cluster.parts(2).runner().takenJobs())
          .isOne();
      cancel(running);
    }
  }

  @Test
  void aJobThatTrainsOnADrainedNodeFinishesWithTheSameBits() {
    try (GraphemberClient client = client(0)) {
      final JobResult before =
          Jobs.run(client, BlockModelJob.settings("name=bits", "training.trainers=3"));
      JobHandle job =
          client.submit(
              SettingsDocument.toJson(
                  BlockModelJob.settings("name=bits", "training.trainers=3", STAYS)
                      .withoutSource()));
      Await.until(BOUND, () -> cluster.parts(2).live().runningTrainers() > 0);
      client.drain("node-2");
      JobResult whileDrained = job.await(state -> {}, Cancellation.NEVER);
      assertThat(trainers(whileDrained)).containsExactly(1, 1, 1);
      assertThat(client.awaitIdle("node-2", BOUND, work -> {}, Cancellation.NEVER).idle()).isTrue();
      JobResult elsewhere =
          Jobs.run(client, BlockModelJob.settings("name=bits", "training.trainers=3"));
      assertThat(elsewhere.nodes()).extracting(NodeCounts::node).doesNotContain("node-2");
      assertThat(List.of(whileDrained.epochs().get(5).loss(), elsewhere.epochs().get(5).loss()))
          .containsOnly(before.epochs().get(5).loss());
    }
  }

  /** Loads and jobs of its clients go to other nodes; their states and results come as before. */
  @Test
  void clientsOfADrainedNodeDoNotNotice() {
    try (GraphemberClient client = client(1)) {
      client.drain("node-1");
      client.check(SettingsDocument.toJson(BlockModelJob.settings().withoutSource()));
      Jobs.load(client, BlockModelJob.settings("graph.name=elsewhere"));
      assertThat(client.graphs()).extracting("name").contains("elsewhere");
      JobResult result =
          Jobs.run(client, BlockModelJob.settings("graph.name=elsewhere", "name=moved", SHORT));
      assertThat(result.epochs()).hasSize(2);
      assertThat(client.predictions("elsewhere", "moved").get("paper-00001")).isNotNull();
      JobHandle running = submit(client, UNTIL_STOPPED, "name=stopped");
      assertThat(cluster.parts(1).runner().takenJobs()).isZero();
      assertThat(cluster.parts(1).live().runningTrainers()).isZero();
      cancel(running); // by the node that does not run it
      assertThat(client.work("node-1").idle()).isTrue();
      client.dropGraph("elsewhere", true);
    }
  }

  @Test
  void whenAllAreDrainedTheRefusalNamesThem() {
    try (GraphemberClient client = client(0)) {
      JobHandle running = submit(client, UNTIL_STOPPED, "name=before");
      for (int i = 0; i < 3; i++) {
        client.drain("node-" + i);
      }
      final String since = " is drained by anonymous since [0-9T:-]+Z";
      final String all =
          "No node that could do it takes new work: node-0%s, node-1%s, node-2%s; see graphember undrain\\."
              .formatted(since, since, since);
      assertThatThrownBy(() -> Jobs.run(client, BlockModelJob.settings("name=none")))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_DRAINED"))
          .hasMessageMatching(all);
      assertThatThrownBy(() -> Jobs.load(client, BlockModelJob.settings("graph.name=none")))
          .hasMessageMatching(all);
      assertThat(running.state().status().ended()).isFalse();
      client.undrain("node-2");
      assertThat(Jobs.run(client, BlockModelJob.settings("name=one", SHORT)).nodes())
          .extracting(NodeCounts::node)
          .contains("node-2");
      cancel(running);
    }
  }

  /** It takes no trainers, whoever drains it, until it is started again. */
  @Test
  void aNodeThatMustBeRestartedIsLikeADrainedOne() {
    cluster.parts(2).states().needsRestart("a call of the engine hangs");
    try (GraphemberClient client = client(2)) {
      assertThat(
              trainers(
                  Jobs.run(
                      client, BlockModelJob.settings("name=hung", SHORT, "training.trainers=2"))))
          .containsExactly(1, 1);
      client.undrain("node-2"); // which does not mend it
      assertThat(client.work("node-2").unavailable())
          .matches("node-2 must be restarted since .*Z, a call of the engine hangs");
    } finally {
      cluster.node(0).cache("graphember.catalog").remove("restart/node-2");
    }
  }

  /** What a node has begun to take it goes on taking. */
  @Test
  void aLoadOfADrainedNodeGoesOn() {
    try (GraphemberClient client = client(0);
        IgniteClient raw =
            Ignition.startClient(GraphemberClient.configuration(cluster.address(1)))) {
      GraphemberService service =
          raw.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      GraphHeader header = new GraphHeader(KeyKind.INT64, 0, false);
      final long load =
          Json.value(
              service.beginLoad(
                  "{name: begun, partitions: 2, unknownVertices: create}",
                  Json.write(LoadHeader.of(header))),
              new TypeReference<Long>() {});
      client.drain("node-1");
      assertThat(client.work("node-1").running()).isEqualTo("1 load, 1 shard of a load");
      byte[] edges = new EdgePiece(KeyColumn.of(1L, 2L), KeyColumn.of(2L, 3L)).encode();
      assertThat(service.append(load, 0, edges)).contains("true");
      assertThat(service.commitLoad(load, "[[]]")).contains("true");
      NodeWork end = client.awaitIdle("node-1", BOUND, work -> {}, Cancellation.NEVER);
      assertThat(end.idle()).as(end.running()).isTrue();
      assertThat(client.dropGraph("begun")).isTrue();
    }
  }

  /** Between the plan of a job and its opening a node may be drained: it says so by itself. */
  @Test
  void aTrainerThatWasPlannedBeforeTheDrainIsRefused() {
    try (GraphemberClient client = client(0)) {
      final UUID node = cluster.node(1).cluster().localNode().id();
      final GraphInfo graph =
          client.graphs().stream().filter(g -> g.name().equals("blocks")).findFirst().orElseThrow();
      UUID[] owners = new UUID[graph.partitions()];
      Arrays.fill(owners, cluster.node(0).cluster().localNode().id());
      JobPlan plan =
          new JobPlan(
              99,
              1,
              cluster.node(0).cluster().localNode().id(),
              owners,
              new UUID[] {node},
              owners,
              graph,
              BlockModelJob.settings().withoutSource(),
              "djl",
              Optional.empty());
      client.drain("node-1");
      assertThatThrownBy(() -> cluster.parts(1).live().open(plan))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_OWNER"))
          .hasMessageMatching(
              "This node takes no trainers in placement epoch 1 of job 99: node-1 is drained by"
                  + " anonymous since .*Z\\.");
      assertThat(client.work("node-1").idle()).isTrue();
      client.undrain("node-1");
      cluster.parts(1).live().open(plan);
      assertThat(client.work("node-1").running()).isEqualTo("1 trainer, 1 part of a job");
      cluster.parts(1).live().release(99, 1);
    }
  }

  /** Jobs that compute where partitions are compute at their backups. */
  @Test
  void embeddingsAndInferenceGoElsewhereToo() {
    try (GraphemberClient client = client(0)) {
      Jobs.run(client, BlockModelJob.settings("name=model", SHORT));
      client.drain("node-1");
      JobResult inferred =
          Jobs.run(
              client,
              BlockModelJob.settings("name=inferred", "inference={model: model}").withoutSource());
      JobResult embedded =
          Jobs.run(client, BlockModelEmbedding.settings("embedding.epochs=1").withoutSource());
      assertThat(List.of(inferred, embedded))
          .allSatisfy(
              result ->
                  assertThat(result.nodes())
                      .extracting(NodeCounts::node)
                      .containsExactlyInAnyOrder("node-0", "node-2"));
      assertThat(client.predictions("blocks", "inferred").get("paper-00001")).isNotNull();
    }
  }

  @Test
  void doctorAndHostileEntries() {
    cluster.node(0).cache("graphember.catalog").put("drained/node-1", "{\"by\": 1}");
    cluster.node(0).cache("graphember.catalog").put("drained/node-2", 17);
    cluster.node(0).cache("graphember.catalog").put("restart/node-2", "{\"detail\": \"x\"}");
    assertThat(cluster.parts(0).states().unavailable()).isEmpty();
    cluster.node(0).cache("graphember.catalog").remove("restart/node-2");
    assertThat(command(0, "doctor").out()).contains("new work", "node-0");
    try (GraphemberClient client = client(0)) {
      client.drain("node-1");
      assertThat(client.findings())
          .filteredOn(finding -> finding.name().equals("new work"))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.found())
                    .matches("node-1 is drained by anonymous since [0-9T:-]+Z");
                assertThat(finding.needed()).isEqualTo("taken by all nodes, this is node-0");
                assertThat(finding.advice()).contains("graphember undrain NODE");
              });
      for (String wrong : List.of("node-9", "drained/node-1", "")) {
        assertThatThrownBy(() -> client.drain(wrong))
            .isInstanceOfSatisfying(
                GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_UNKNOWN"))
            .hasMessage(
                "No node %s is in the cluster, there are node-0, node-1, node-2.".formatted(wrong));
      }
      assertThatThrownBy(() -> client.undrain("node-9")).hasMessageContaining("No node node-9 is");
      assertThatThrownBy(() -> client.work("node-9")).hasMessageContaining("No node node-9 is");
    }
  }

  @Test
  void whoStopsTheCommandLeavesTheNodeDrained() {
    try (GraphemberClient client = client(0)) {
      JobHandle running =
          submit(client, UNTIL_STOPPED, STAYS, "name=waited-for", "training.trainers=3");
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      final int exit =
          Main.run(
              Console.plain(
                  new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                  new PrintStream(err, true, StandardCharsets.UTF_8)),
              () -> err.toString(StandardCharsets.UTF_8).contains("still runs"),
              Logs.UNCHANGED,
              "drain",
              "node-1",
              "--connect",
              cluster.address(0));
      assertThat(exit).isEqualTo(4);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .contains(
              "Node node-1 stays drained; graphember undrain node-1 lets it take work again.");
      assertThat(client.work("node-1").unavailable()).contains("is drained by");
      cancel(running);
    }
  }

  /** In a cluster that stays; with the last copies in memory the command says what goes. */
  @Test
  void aDrainedNodeStaysDrainedWhenItIsRestartedAlone() {
    try (TestCluster lone = TestCluster.start(2, new GraphemberConfiguration().setBackups(0))) {
      try (GraphemberClient client = lone.connect()) {
        Jobs.load(client, BlockModelJob.settings());
        CommandRun run = CommandRun.of("drain", "node-1", "--connect", lone.address(0));
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out())
            .matches(
                "Node node-1 runs no work now: it may be stopped\\.\n"
                    + "Stopping it loses data: no other node has a copy of some partitions of"
                    + " graphember\\.graph\\.blocks\\.v[0-9]+, and they are in memory alone\\.\n");
        client.dropGraph("blocks");
        // Caches are destroyed behind the answer.
        Await.until(BOUND, () -> client.work("node-1").onlyCopies().isEmpty());
        final String name = lone.node(1).name();
        Ignition.stop(name, true);
        LogLines log = new LogLines("");
        lone.restartNode(1, ignite -> ignite.setGridLogger(log));
        assertThat(client.work("node-1").unavailable()).contains("is drained by anonymous");
        assertThat(log.lines())
            .anyMatch(
                line ->
                    line.startsWith("Graphember, new work: node-1 is drained by anonymous since "));
        Jobs.load(client, BlockModelJob.settings());
        assertThat(trainers(Jobs.run(client, BlockModelJob.settings(SHORT, "training.trainers=2"))))
            .containsExactly(2, 0);
      }
    }
  }

  @Test
  void aDrainedNodeStaysDrainedWhenAPersistentClusterIsRestarted() {
    try (TestCluster disk = TestCluster.startPersistent(2)) {
      try (GraphemberClient client = disk.connect()) {
        client.drain("node-1");
      }
      disk.restart();
      try (GraphemberClient client = disk.connect()) {
        NodeWork work = client.work("node-1");
        assertThat(work.unavailable()).contains("node-1 is drained by anonymous");
        assertThat(work.persistent()).isTrue();
        client.undrain("node-1");
        assertThat(client.work("node-1").unavailable()).isEmpty();
      }
    }
  }
}
