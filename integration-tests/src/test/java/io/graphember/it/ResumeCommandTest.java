// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code resume}, and what commands say of jobs that can go on. */
class ResumeCommandTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final JobSettings JOB =
      BlockModelJob.settings("training.epochs=60", "training.checkpointEvery=3");

  private static TestCluster cluster;
  private static GraphemberClient client;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
    Jobs.load(client, JOB);
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static JobHandle cancelled(JobSettings job) {
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(BOUND, () -> handle.state().epochs().size() > 3);
    handle.cancel();
    Await.until(BOUND, () -> handle.state().status() == JobState.Status.CANCELLED);
    return handle;
  }

  private static CommandRun resume(long job, String... options) {
    final String[] arguments = new String[4 + options.length];
    arguments[0] = "resume";
    arguments[1] = String.valueOf(job);
    arguments[2] = "--connect";
    arguments[3] = cluster.address(0);
    System.arraycopy(options, 0, arguments, 4, options.length);
    return CommandRun.of(arguments);
  }

  @Test
  void aCancelledJobGoesOnAndIsReported() throws IOException {
    final Outcome expected = Outcome.run(cluster, client, JOB);
    final JobHandle job = cancelled(JOB);
    final long id = job.number();

    CommandRun refused = resume(id, "--set", "seed=5");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "error RESUME_REFUSED: Job %d cannot be resumed with seed = 5: it began with 0, and only name, training.epochs, training.learningRate may change; submit another job.\n"
                .formatted(id));
    CommandRun unknown = resume(id, "--set", "training.epoch=5");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("training.epoch = 5: is unknown");

    final Path json = folder.resolve("longer.json");
    CommandRun longer =
        resume(
            id, "--set", "training.epochs=62", "--set", "name=longer", "--json", json.toString());
    assertThat(longer.exit()).as(longer.err()).isZero();
    assertThat(longer.out())
        .contains("Resumed     from the checkpoint of job %d\n".formatted(id))
        .contains("Trained     62 epochs")
        .contains("predictions: cache graphember.predictions.blocks.longer.");
    assertThat(longer.err()).contains("Opening the graph ...", "Training: 62/62");
    assertThat(Files.readString(json))
        .contains("\"origin\" : %d".formatted(id), "\"name\" : \"longer\"");

    CommandRun same = resume(id);
    assertThat(same.exit()).as(same.err()).isZero();
    assertThat(same.out()).contains("Trained     60 epochs").doesNotContain("Resumed");
    assertThat(Outcome.of(cluster, client, job.result())).isEqualTo(expected);
    assertThat(client.checkpoints()).extracting(CheckpointInfo::id).doesNotContain(id);

    CommandRun again = resume(id);
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err())
        .isEqualTo(
            "error RESUME_REFUSED: Job %d cannot be resumed: it is done, and its results are there.\n"
                .formatted(id));
  }

  /** Who stops a command in a running cluster is told how the job can go on. */
  @Test
  void aCommandThatIsCancelledSaysHowToGoOn() throws IOException {
    final JobSettings endless =
        BlockModelJob.settings(
            "name=stopped", "training.epochs=100000", "training.checkpointEvery=3");
    final Path file =
        Files.writeString(
            folder.resolve("job.yaml"), SettingsDocument.toJson(endless.withoutSource()));
    CommandRun run =
        CommandRun.cancelledWhen(
            () -> epochs("stopped") > 3, "run", file.toString(), "--connect", cluster.address(0));
    assertThat(run.exit()).isEqualTo(4);
    final CheckpointInfo kept =
        client.checkpoints().stream()
            .filter(checkpoint -> checkpoint.job().equals("stopped"))
            .findFirst()
            .orElseThrow();
    assertThat(run.err())
        .contains(
            "Job %1$d can go on from step %2$d: graphember resume %1$d --connect %3$s\n"
                .formatted(kept.id(), kept.step(), cluster.address(0)));

    // Ctrl-C cancels a job that was resumed, too.
    AtomicBoolean resumed = new AtomicBoolean();
    CommandRun cancelled =
        CommandRun.cancelledWhen(
            () -> {
              final JobState state = client.job(kept.id()).state();
              resumed.compareAndSet(false, state.status() == JobState.Status.RUNNING);
              return resumed.get() && state.epochs().size() > 6;
            },
            "resume",
            String.valueOf(kept.id()),
            "--connect",
            cluster.address(0));
    assertThat(cancelled.exit()).isEqualTo(4);
    assertThat(cancelled.err())
        .containsPattern("Job %d can go on from step \\d+: graphember resume".formatted(kept.id()));
    client.dropCheckpoint(kept.id());
  }

  private static int epochs(String name) {
    for (long job = 1; ; job++) {
      try {
        final JobState state = client.job(job).state();
        if (state.name().equals(name)) {
          return state.epochs().size();
        }
      } catch (GraphemberException e) {
        return 0; // there are no more
      }
    }
  }
}
