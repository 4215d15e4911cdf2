// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process that coordinates a job, the only one that its client was told of, is killed: another
 * one goes on with the job and answers the client.
 */
class CoordinatorLossTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir Path folder;

  private List<ServerProcess> servers = List.of();

  @BeforeEach
  void start() throws IOException {
    servers = ServerProcess.start(3, folder);
  }

  @AfterEach
  void stop() {
    ServerProcess.closeAll(servers);
  }

  private GraphemberClient connect() {
    return GraphemberClient.connect(servers.get(0).address());
  }

  private static JobHandle running(GraphemberClient client, JobSettings job) {
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(BOUND, () -> handle.state().epochs().size() > 4);
    return handle;
  }

  @Test
  void theSameHandleGivesTheSameBits() {
    final JobSettings job =
        BlockModelJob.settings("training.epochs=20", "training.checkpointEvery=7");
    try (GraphemberClient client = connect()) {
      Jobs.load(client, job);
      final Bits expected = Bits.of(client, Jobs.run(client, job));
      JobHandle handle = running(client, job);
      List<Integer> epochs = new ArrayList<>();
      List<String> lost = new ArrayList<>();

      servers.get(0).kill();

      JobResult result =
          handle.await(
              state -> state.epochs().forEach(epoch -> epochs.add(epoch.epoch())),
              lost::add,
              Cancellation.NEVER);
      assertThat(Bits.of(client, result)).isEqualTo(expected);
      assertThat(result.lostNodes()).isOne();
      assertThat(result.job()).isEqualTo(handle.number());
      assertThat(epochs).as("each is heard of once").doesNotHaveDuplicates().contains(1, 20);
      assertThat(lost).containsExactly(servers.get(0).address());
      assertThat(client.checkpoints()).isEmpty();
      assertThat(Bits.of(client, Jobs.run(client, job))).isEqualTo(expected);
    }
  }

  /** Who cancels while nobody answers is heard by the one who goes on. */
  @Test
  void theJobCanBeCancelledMeanwhile() {
    final JobSettings job =
        BlockModelJob.settings("training.epochs=100000", "training.checkpointEvery=7");
    try (GraphemberClient client = connect()) {
      Jobs.load(client, job);
      JobHandle handle = running(client, job);
      AtomicBoolean lost = new AtomicBoolean();
      JobState[] last = new JobState[1];

      servers.get(0).kill();

      assertCancelled(
          () -> handle.await(state -> last[0] = state, address -> lost.set(true), lost::get));
      assertThat(last[0].status()).isEqualTo(JobState.Status.CANCELLED);
      assertThat(last[0].keptStep()).isPositive();
      assertThat(handle.state().keptStep()).isEqualTo(last[0].keptStep());
    }
  }

  private static void assertCancelled(Runnable await) {
    try {
      await.run();
      throw new AssertionError("the job was not cancelled");
    } catch (GraphemberException e) {
      assertThat(e.code()).isEqualTo("CANCELLED");
    }
  }

  /** The command says so, and reports as if nothing had happened. */
  @Test
  void theCommandGoesOn() throws IOException {
    final JobSettings job =
        BlockModelJob.settings("training.epochs=40", "training.checkpointEvery=7");
    final Path file = Files.writeString(folder.resolve("job.yaml"), SettingsDocument.toJson(job));
    try (GraphemberClient client = GraphemberClient.connect(servers.get(1).address())) {
      AtomicBoolean killed = new AtomicBoolean();
      CommandRun run =
          CommandRun.watched(
              () -> {
                if (!killed.get() && epochs(client) > 4) {
                  killed.set(true);
                  servers.get(0).kill();
                }
              },
              "run",
              file.toString(),
              "--connect",
              servers.get(0).address());
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(killed).isTrue();
      assertThat(run.err())
          .containsOnlyOnce(
              "Lost node %s, asking another one ...\n".formatted(servers.get(0).address()))
          .contains("Training: 40/40");
      assertThat(run.out()).contains("went on when 1 node left the cluster");
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
