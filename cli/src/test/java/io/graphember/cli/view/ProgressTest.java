// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.LoadProgress;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.LayerProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final Console plain = Console.plain(err, err);
  private final Console terminal =
      new Console(err, err, true, false, 100, Answers.NOBODY, Map.of());

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static JobState state(String phase, int from, int to, Double validation) {
    List<EpochInfo> epochs =
        IntStream.rangeClosed(from, to)
            .mapToObj(epoch -> new EpochInfo(epoch, 0.1, 0, 1.0 / epoch, validation, false, null))
            .toList();
    return new JobState(
        1,
        "job",
        "graph",
        JobState.Status.RUNNING,
        phase,
        50,
        epochs,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static void train(Console console, boolean alone) {
    try (JobView view = new JobView(ProgressView.of(console), "Training", alone)) {
      view.accept(state("open", 1, 0, null));
      view.accept(state("train", 1, 1, 0.5));
      view.accept(state("train", 2, 24, 0.5));
      view.accept(state("baseline", 25, 50, null));
      view.accept(state("publish", 51, 50, null));
    }
  }

  @Test
  void saysEveryTenthInPlainLines() {
    train(plain, true);
    assertThat(text().lines())
        .containsExactly(
            "Opening the graph ...",
            "Training: 5/50, loss 0.2000, validation 0.5000",
            "Training: 10/50, loss 0.1000, validation 0.5000",
            "Training: 15/50, loss 0.0667, validation 0.5000",
            "Training: 20/50, loss 0.0500, validation 0.5000",
            "Training: 25/50, loss 0.0400",
            "Training: 30/50, loss 0.0333",
            "Training: 35/50, loss 0.0286",
            "Training: 40/50, loss 0.0250",
            "Training: 45/50, loss 0.0222",
            "Training: 50/50, loss 0.0200",
            "Training the same model without edges ...",
            "Publishing ...");
  }

  @Test
  void saysLittleOfOneJobAmongMany() {
    train(plain, false);
    assertThat(text()).isEmpty();
  }

  @Test
  void movesABarOnATerminal() {
    train(terminal, true);
    assertThat(text())
        .contains("\rTraining 100% [", "50/50", "loss 0.0200")
        .doesNotContain("\u001b")
        .endsWith("Publishing ...%n".formatted());
  }

  private static JobState inferring(String phase, int layer, long done) {
    return new JobState(
        1,
        "job",
        "graph",
        JobState.Status.RUNNING,
        phase,
        0,
        List.of(),
        null,
        new LayerProgress(layer, 2, done, 1000, 2140),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** A job that trains publishes layer by layer too. */
  @ParameterizedTest
  @ValueSource(strings = {"infer", "publish"})
  void movesABarForEachLayer(String phase) {
    try (JobView view = new JobView(ProgressView.of(terminal), "Training", true)) {
      view.accept(state("open", 1, 0, null));
      view.accept(inferring(phase, 0, 250));
      view.accept(inferring(phase, 0, 1000));
      view.accept(inferring(phase, 1, 500));
    }
    assertThat(text())
        .containsSubsequence(
            "Keeping 2,140 rows for 1,000 vertices ...", "Layer 1 of 2 100%", "Layer 2 of 2  50%");
  }

  @Test
  void showsHowAGraphIsReadAndPlaced() {
    try (LoadView view = new LoadView(ProgressView.of(terminal))) {
      view.read("data/edges.csv", 1, 9); // before it begins
      assertThat(text()).isEmpty();
      view.begin();
      view.read("data/edges.csv", 5, 10);
      view.accept(new LoadProgress("send", 100, 0));
      view.read("data/edges.csv", 10, 10);
      view.accept(new LoadProgress("partition", 1, 4));
      view.accept(new LoadProgress("place", 8, 8));
      view.accept(new LoadProgress("done", 0, 0));
    }
    assertThat(text())
        .containsSubsequence("Reading 100%", "edges.csv", "Partitioning  25%", "Placing 100%")
        .doesNotContain("data/");
  }
}
