// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.LayerProgress;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows how a job trains, epoch by epoch, and computes its results, layer by layer. */
public final class JobView implements Consumer<JobState>, AutoCloseable {
  private static final Set<String> LAYERWISE = Set.of("infer", "publish");

  private final ProgressView view;
  private final String name;
  private final boolean alone;
  private String phase = "";
  private ProgressView.@Nullable Task task;
  private int layer = -1;
  private @Nullable Integer place; // in the queue, as it was shown last
  private boolean placed; // whether the trainers were named

  /**
   * A job that has not begun.
   *
   * @param name what the task is called
   * @param alone false if many jobs follow each other: then less is said
   */
  public JobView(ProgressView view, String name, boolean alone) {
    this.view = view;
    this.name = name;
    this.alone = alone;
  }

  @Override
  public void accept(JobState state) {
    final JobTrainers trainers = state.trainers();
    if (trainers != null && !placed) {
      placed = true;
      say(TrainerLine.of(trainers));
    }
    if (state.place() != null && !state.place().equals(place)) {
      place = state.place();
      say("Waiting for a place, %s in the queue ...".formatted(Ordinal.of(place)));
    }
    for (EpochInfo epoch : state.epochs()) {
      if (task == null) {
        task = view.begin(name, state.totalEpochs(), !alone);
      }
      task.done(epoch.epoch(), note(epoch));
    }
    if (!phase.equals(state.phase())) {
      phase = state.phase();
      begin(state.phase());
    }
    if (state.layer() != null && LAYERWISE.contains(phase)) {
      show(state.layer());
    }
  }

  /** The node that was asked after the job is lost. */
  public void lost(String address) {
    close();
    view.say("Lost node %s, asking another one ...".formatted(address));
  }

  /** A bar for each layer; the states of some may not have been seen. */
  private void show(LayerProgress progress) {
    ProgressView.Task shown = task;
    if (shown == null || progress.layer() != layer) {
      if (layer < 0) {
        say(
            String.format(
                Locale.ROOT,
                "Keeping %,d rows for %,d vertices ...",
                progress.rows(),
                progress.total()));
      }
      close();
      layer = progress.layer();
      shown =
          view.begin(
              "Layer %d of %d".formatted(layer + 1, progress.layers()), progress.total(), !alone);
      task = shown;
    }
    shown.done(progress.done(), "");
  }

  private void begin(String newPhase) {
    switch (newPhase) {
      case "open" -> say("Opening the graph ...");
      case "rank" -> say("Ranking held-out triples among all entities ...");
      case "complete" -> say("Completing triples ...");
      case "baseline" -> say("Training the same model without edges ...");
      case "scores" -> say("Scoring edges ...");
      case "candidates" -> say("Searching for candidates ...");
      case "publish" -> say("Publishing ...");
      case "majority" -> say("Waiting for more than half of the storage nodes ...");
      default -> {}
    }
  }

  private void say(String line) {
    close();
    if (alone) {
      view.say(line);
    }
  }

  private static String note(EpochInfo epoch) {
    String loss = String.format(Locale.ROOT, "loss %.4f", epoch.loss());
    return epoch.validation() == null
        ? loss
        : String.format(Locale.ROOT, "%s, validation %.4f", loss, epoch.validation());
  }

  @Override
  public void close() {
    if (task != null) {
      task.close();
      task = null;
    }
  }
}
