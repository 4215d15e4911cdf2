// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands about what jobs have left in a running cluster. */
class ResultCommandsTest {
  private static final String JOB =
      """
      name: little
      source: {type: block-model, vertices: 200, classes: 2, words: 20}
      graph: {name: little, partitions: 4}
      training: {epochs: 1}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      """;

  private static EmbeddedCluster cluster;

  private final TestConsole console = new TestConsole();

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = EmbeddedCluster.start(1, false, Cancellation.NEVER);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private int connected(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--connect";
    all[arguments.length + 1] = cluster.address();
    return console.run(all);
  }

  @Test
  void resultsAreListedAndDroppedWhenSomebodySaysYes() throws IOException {
    String job = Files.writeString(folder.resolve("job.yaml"), JOB).toString();
    for (String name : new String[] {"first", "second"}) {
      assertThat(connected("train", job, "--set", "name=" + name)).as(console.err()).isZero();
    }
    assertThat(connected("results", "little")).isZero();
    assertThat(console.out())
        .containsPattern("graph +job +result +graph version +entries +size +created\n")
        .containsPattern("little +first +predictions +\\d+ +200 +\\d+\\.\\d kB +20\\d\\d-")
        .containsPattern("little +second +model +\\d+ +- +\\d+\\.\\d kB +20\\d\\d-")
        .containsPattern(
            "Together results of 2 jobs, \\S+ kB and 2 models\\.\nEverything is kept\\.\n$");

    assertThat(connected("drop-model", "little", "first")).isEqualTo(2);
    assertThat(console.err())
        .endsWith(
            "error CONFIRMATION_MISSING: Nobody is here to ask whether to drop the model of job first, "
                + "11.5 kB of parameters: add --yes.\n");
    console.types("n");
    assertThat(connected("drop-model", "little", "first")).isEqualTo(4);
    assertThat(console.err())
        .endsWith(
            "Drop the model of job first, 11.5 kB of parameters? [y/N] error CANCELLED: Nothing was dropped.\n");
    console.types(" Yes ");
    assertThat(connected("drop-model", "little", "first")).isZero();
    assertThat(console.out()).endsWith("Dropped of job first: model.\n");
    assertThat(connected("drop-model", "little", "first", "--yes")).isEqualTo(2);
    assertThat(console.err())
        .endsWith("JOB = first: that job has left results of graph little, but no model.\n");

    assertThat(connected("drop-results", "little", "firs", "--yes")).isEqualTo(2);
    assertThat(console.err())
        .endsWith(
            "error PUBLICATION_MISSING: JOB = firs: no such job has left results of graph little, did you"
                + " mean first?\n");
    console.types("y");
    assertThat(connected("drop-results", "little", "first")).isZero();
    assertThat(console.err())
        .containsPattern("Drop embeddings, predictions \\(\\S+ kB\\) of job first\\? \\[y/N\\] $");
    assertThat(console.out()).endsWith("Dropped of job first: embeddings, predictions.\n");

    console.types("y", "no");
    assertThat(connected("drop", "little")).isZero();
    assertThat(console.err())
        .containsPattern(
            "Drop graph little\\? \\[y/N\\] Its jobs have left results of 1 job, \\S+ kB and 1 model\\. Drop them, too\\? \\[y/N\\] $");
    assertThat(console.out())
        .containsPattern(
            "Dropped graph little\\.\nWhat its jobs have left remains, results of 1 job, \\S+ kB and 1 model: 'graphember drop little --results' drops it, too\\.\n$");
    assertThat(connected("results")).isZero();
    assertThat(console.out()).containsPattern("little +second +predictions ");
    console.types("y");
    assertThat(connected("drop", "little", "--results")).as(console.err()).isZero();
    assertThat(console.err())
        .containsPattern(
            "Drop results of 1 job, \\S+ kB and 1 model of graph little, which is gone\\? \\[y/N\\] $");
    assertThat(console.out()).endsWith("Dropped of job second: embeddings, predictions, model.\n");
    assertThat(connected("results")).isZero();
    assertThat(console.out()).endsWith("No job has left results.\n");
    assertThat(connected("drop", "little", "--results", "--yes")).isEqualTo(2);
  }

  @Test
  void aGraphKeepsTheNewestResults() throws IOException {
    String job = Files.writeString(folder.resolve("job.yaml"), JOB).toString();
    assertThat(connected("train", job, "--set", "graph.retention={days: 30}")).isZero();
    assertThat(connected("retention", "little")).isZero();
    assertThat(console.out()).endsWith("Results older than 30 days are dropped.\n");
    assertThat(connected("train", job, "--set", "name=newer")).isZero();
    console.types("");
    assertThat(connected("retention", "little", "--results", "1")).isEqualTo(4);
    assertThat(console.err())
        .contains("Drop results of graph little beyond the newest 1, now and later? [y/N] ");
    assertThat(connected("retention", "little", "--results", "1", "--days", "1", "--yes")).isZero();
    assertThat(console.out())
        .endsWith("Results beyond the newest 1 or older than 1 day are dropped.\n");
    assertThat(connected("results", "little")).isZero();
    assertThat(console.out())
        .containsPattern("little +newer +model")
        .doesNotContain("little  little");
    assertThat(connected("retention", "little", "--off")).isZero();
    assertThat(console.out()).endsWith("Everything is kept.\n");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
    assertThat(connected("retention", "little")).isEqualTo(2);
    assertThat(connected("retention", "little", "--off")).isEqualTo(2);
  }

  @Test
  void whatWasCurrentBeforeIsPutBack() throws IOException {
    String job = Files.writeString(folder.resolve("job.yaml"), JOB).toString();
    assertThat(connected("train", job)).isZero();
    assertThat(connected("restore-results", "little", "little")).isEqualTo(2);
    assertThat(console.err())
        .endsWith(
            "error RESTORE_REFUSED: Job little has no previous results of graph little: they are kept from its second run on, unless publish.keepPrevious is false or its model was dropped.\n");
    assertThat(connected("train", job, "--set", "source=", "--set", "seed=2")).isZero();
    assertThat(connected("results", "little")).isZero();
    assertThat(console.out())
        .containsPattern("little +little +predictions +\\d+ +200 ")
        .containsPattern("little +little +predictions, previous +\\d+ +200 ")
        .containsPattern("little +little +model, previous +\\d+ +- ");
    assertThat(connected("restore-results", "little", "little")).as(console.err()).isZero();
    assertThat(console.out())
        .containsPattern(
            "Restored of job little: embeddings, predictions, model, of version \\d+ of graph little; 'graphember restore-results little little' takes it back\\.\n$");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
  }

  @Test
  void modelsThatAreTrainedOnAreListedAndStopped() throws IOException {
    String job = Files.writeString(folder.resolve("job.yaml"), JOB).toString();
    assertThat(connected("retrain")).isZero();
    assertThat(console.out()).endsWith("The cluster trains no model on.\n");
    assertThat(connected("train", job, "--set", "retrain={}")).as(console.err()).isZero();
    assertThat(connected("retrain", "little")).isZero();
    assertThat(console.out())
        .containsPattern(
            "graph +job +trained on +current +changed +figure +retrainings +published +runs\n")
        .containsPattern("little +little +\\d+ +\\d+ +0\\.0 % of 5\\.0 % +0\\.\\d{4} +0 +0 +-\n$");
    assertThat(connected("train", job, "--set", "source=", "--set", "update={tolerance: 1}"))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .containsPattern(
            "Update +published: [01]\\.\\d{4} on this version, the model before has [01]")
        .containsPattern(
            "Drift +since version \\d+ of the graph: stability index up to 0\\.000 \\(vertex, feature \\d+\\), means up to 0\\.00 deviations apart, predictions 0\\.\\d{3}");
    assertThat(connected("retrain", "little", "little", "--stop")).isZero();
    assertThat(console.out()).endsWith("The model of job little is trained on no more.\n");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
  }
}
