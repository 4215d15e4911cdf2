// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.cli.Main;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command is frozen for 30 seconds while it loads a graph, and while it waits for a job. */
@Tag("long")
class FrozenClientTest {
  private static final int SECONDS = 30;
  private static final Duration BOUND = Duration.ofMinutes(2);

  /** A graph that takes seconds to send. */
  private static final String LARGE = "source.vertices=120000";

  @TempDir Path folder;

  private Process command;

  @BeforeEach
  void requireKill() {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs /bin/kill to freeze a process");
  }

  @AfterEach
  void stop() {
    if (command != null) {
      command.destroyForcibly();
    }
  }

  private void begin(TestCluster cluster, JobSettings job) throws IOException {
    final Path file = Files.writeString(folder.resolve("job.yaml"), SettingsDocument.toJson(job));
    command =
        Jvm.start(
                folder,
                Main.class,
                List.of("run", file.toString(), "--connect", cluster.address(0)))
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
  }

  /** Freezes the command once something is so, and lets it go on. */
  private void freezeWhen(BooleanSupplier condition) throws IOException, InterruptedException {
    Await.until(BOUND, condition);
    signal("STOP");
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS))
        .join();
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(command.pid())).start().waitFor();
  }

  private String ended() throws IOException, InterruptedException {
    assertThat(command.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
  }

  @Test
  void aLoadGoesOnIfItsNodeStillWaits() throws IOException, InterruptedException {
    try (TestCluster cluster =
        TestCluster.start(1, new GraphemberConfiguration().setLoadTimeoutMillis(60_000))) {
      begin(cluster, BlockModelJob.settings(LARGE, "training.epochs=1"));
      freezeWhen(() -> cluster.parts(0).loads().openLoads() > 0);
      signal("CONT");
      final String said = ended();
      assertThat(command.exitValue()).as(said).isZero();
    }
  }

  @Test
  void aLoadEndsWhoseNodeWaitsNoMore() throws IOException, InterruptedException {
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setLoadTimeoutMillis(10_000));
        GraphemberClient client = cluster.connect()) {
      begin(cluster, BlockModelJob.settings(LARGE, "training.epochs=1"));
      freezeWhen(() -> cluster.parts(0).loads().openLoads() > 0);
      assertThat(cluster.parts(0).loads().openLoads()).isZero();
      signal("CONT");
      final String said = ended();
      assertThat(command.exitValue()).as(said).isNotZero();
      assertThat(said).contains("LOAD_UNKNOWN");
      assertThat(client.graphs()).isEmpty();
    }
  }

  @Test
  void aJobGoesOnMeanwhile() throws IOException, InterruptedException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      begin(cluster, BlockModelJob.settings("training.epochs=40"));
      freezeWhen(() -> epochs(client) > 2);
      assertThat(client.job(1).state().status()).isEqualTo(JobState.Status.DONE);
      signal("CONT");
      final String said = ended();
      assertThat(command.exitValue()).as(said).isZero();
      assertThat(said).contains("40 epochs");
    }
  }

  private static int epochs(GraphemberClient client) {
    try {
      return client.job(1).state().epochs().size();
    } catch (GraphemberException e) {
      return 0; // there is no job yet
    }
  }
}
