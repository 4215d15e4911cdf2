// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Jobs;
import io.graphember.it.ServerProcess;
import io.graphember.it.TestCluster;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.IgniteException;

/** What may be wrong with nodes and the clusters they form. */
final class ClusterInputs {
  private ClusterInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "Ignite without Graphember",
              ClientError.SERVICE_MISSING,
              ClusterInputs::withoutPlugin),
          new BadInput(
              "a cluster that was not activated",
              ClientError.CLUSTER_INACTIVE,
              ClusterInputs::inactive),
          new BadInput(
              "no node that stores graphs",
              NodeError.STORAGE_MISSING,
              stage -> only(stage, new GraphemberConfiguration().setStorage(false))),
          new BadInput(
              "no node that runs trainers",
              NodeError.TRAINER_MISSING,
              stage -> only(stage, new GraphemberConfiguration().setTrainer(false))),
          new BadInput(
              "a job that is to repeat, and an engine with several threads",
              NodeError.ENGINE_THREADS,
              stage -> one(stage, new GraphemberConfiguration().setEngineThreads(2))),
          new BadInput(
              "a job that takes more native memory than its node may",
              MemoryError.NATIVE_MEMORY_EXCEEDED,
              stage ->
                  one(
                      stage,
                      new GraphemberConfiguration().setNativeMemoryBudgetBytes(176L << 20),
                      "--set",
                      "model.hidden=1024")),
          new BadInput(
              "a node whose backend is not installed",
              NodeError.BACKEND_UNKNOWN,
              stage -> starting(new GraphemberConfiguration().setBackend("cuda"))),
          new BadInput(
              "two backends, and none is chosen",
              NodeError.BACKEND_AMBIGUOUS,
              ClusterInputs::twoBackends),
          new BadInput(
              "what no role of the user permits",
              NodeError.NOT_PERMITTED,
              ClusterInputs::notPermitted),
          new BadInput(
              "half of the storage nodes or less",
              NodeError.NO_MAJORITY,
              ClusterInputs::withoutMajority),
          new BadInput(
              "a node to forget that is not there",
              NodeError.NODE_UNKNOWN,
              stage -> forget(stage, stage.address(), "node-9")),
          new BadInput(
              "a node to forget that is in the cluster",
              NodeError.NODE_ALIVE,
              stage -> forget(stage, stage.address(), "node-0")),
          new BadInput(
              "a node to forget where Ignite's baseline says which there are",
              NodeError.NODE_IN_BASELINE,
              ClusterInputs::inBaseline),
          new BadInput(
              "the node dies in the middle of a load",
              ClientError.CALL_FAILED,
              ClusterInputs::deadNode));

  private static Refusal doctor(Stage stage, TestCluster cluster) {
    return stage.run("doctor", "--connect", cluster.address(0));
  }

  private static Refusal withoutPlugin(Stage stage) {
    try (TestCluster cluster = TestCluster.startWithoutPlugin()) {
      return doctor(stage, cluster);
    }
  }

  private static Refusal inactive(Stage stage) {
    try (TestCluster cluster = TestCluster.startInactive()) {
      return doctor(stage, cluster);
    }
  }

  /** Trains on a cluster of one node. */
  private static Refusal only(Stage stage, GraphemberConfiguration role) throws IOException {
    try (TestCluster cluster = TestCluster.start(List.of(new GraphemberConfiguration(), role))) {
      if (!role.isStorage()) {
        cluster.stopNode(0);
        return train(stage, cluster.address(1));
      }
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(1))) {
        Jobs.load(client, Jobs.parse(Stage.GENERATED));
      }
      cluster.stopNode(0);
      return train(stage, cluster.address(1), "--set", "source=null");
    }
  }

  private static Refusal one(Stage stage, GraphemberConfiguration configuration, String... options)
      throws IOException {
    try (TestCluster cluster = TestCluster.start(1, configuration)) {
      return train(stage, cluster.address(0), options);
    }
  }

  private static Refusal train(Stage stage, String address, String... options) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("train", stage.write("job.yaml", Stage.GENERATED).toString()));
    arguments.addAll(List.of("--connect", address));
    arguments.addAll(List.of(options));
    return stage.run(arguments.toArray(String[]::new));
  }

  /** Two of three nodes are away, or so the catalog says. */
  private static Refusal withoutMajority(Stage stage) throws IOException {
    try (TestCluster cluster = TestCluster.start(1)) {
      cluster
          .node(0)
          .cache("graphember.catalog")
          .put("storage-nodes", "[\"node-0\",\"node-1\",\"node-2\"]");
      return train(stage, cluster.address(0));
    }
  }

  private static Refusal forget(Stage stage, String address, String node) {
    return stage.run("forget", node, "--yes", "--connect", address);
  }

  private static Refusal inBaseline(Stage stage) {
    try (TestCluster cluster = TestCluster.startPersistent(1)) {
      return forget(stage, cluster.address(0), "node-1");
    }
  }

  /** Anonymous users may look, and no more. */
  private static Refusal notPermitted(Stage stage) throws IOException {
    final String roles = "{anonymous: [guest], roles: {guest: {may: [read-graph]}}}";
    return one(
        stage,
        new GraphemberConfiguration()
            .setSecurityFile(stage.write("security.yaml", roles).toString()));
  }

  /** A node that does not start. */
  private static Refusal starting(GraphemberConfiguration configuration) {
    try (TestCluster cluster = TestCluster.start(1, configuration)) {
      throw new AssertionError(cluster + " has started");
    } catch (IgniteException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof GraphemberException known) {
          return Refusal.of(known);
        }
      }
      throw e;
    }
  }

  /** A node in a JVM of its own finds the one on the class path and one more. */
  private static Refusal twoBackends(Stage stage) throws IOException {
    Path services = stage.folder().resolve("more/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve("io.graphember.spi.backend.BackendProvider"),
        SecondBackendProvider.class.getName());
    List<ServerProcess> servers =
        ServerProcess.start(1, stage.folder(), List.of(stage.folder().resolve("more")));
    try {
      return train(stage, servers.get(0).address());
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  private static Refusal deadNode(Stage stage) throws Exception {
    List<ServerProcess> servers = ServerProcess.start(1, stage.folder());
    JobSettings job =
        Jobs.parse(Stage.GENERATED.replace("vertices: 300", "vertices: 20000, degree: 50"));
    final long started = System.nanoTime();
    try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address());
        GraphSource source = GraphSource.open(job.source(), stage.folder(), ReadProgress.NONE)) {
      Refusal refusal =
          Refusal.of(
              () ->
                  client.load(
                      SettingsDocument.toJson(job.graph()),
                      source,
                      progress -> servers.get(0).kill(),
                      Cancellation.NEVER));
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(30));
      return refusal;
    } finally {
      ServerProcess.closeAll(servers);
    }
  }
}
