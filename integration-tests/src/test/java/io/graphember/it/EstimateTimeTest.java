// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a job will take is measured by a node in the process of the command. */
class EstimateTimeTest {
  @TempDir Path folder;
  private String job;

  @BeforeEach
  void write() throws IOException {
    CsvGraph.write(folder.resolve("data"));
    job = Files.writeString(folder.resolve("job.yaml"), CsvGraph.JOB).toString();
  }

  /** 240 vertices of 600 are trained on, by two trainers in batches of 40. */
  @Test
  void saysHowLongAJobWillTake() {
    assertThat(CommandRun.succeeds("estimate", job, "--time", "--set", "training.epochs=100"))
        .containsPattern(
            "Time        about [0-9.]+ (s|min|h) for 100 epochs of 3 steps, [0-9.]+ ms each with one"
                + " trainer on this machine; evaluation and publication come on top");
  }

  @Test
  void saysWhatIsNotMeasured() {
    assertThat(
            CommandRun.succeeds(
                "estimate",
                job,
                "--time",
                "--set",
                "task={type: links}",
                "--set",
                "task.split=null"))
        .contains(
            "Time        not measured: only training on classes of vertices by mini-batches is");
    assertThat(CommandRun.succeeds("estimate", job)).doesNotContain("Time  ");
  }
}
