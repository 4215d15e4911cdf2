// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static java.util.Map.entry;

import io.graphember.client.LoadProgress;
import io.graphember.schema.source.ReadProgress;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows how a graph is read, and then how the cluster makes it ready. */
public final class LoadView implements ReadProgress, Consumer<LoadProgress>, AutoCloseable {
  private static final String SENDING = "send";
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          entry("base", "Reading graph"),
          entry("resume", "Sent before"),
          entry("receive", "Receiving"),
          entry("sort", "Sorting"),
          entry("partition", "Partitioning"),
          entry("index", "Indexing"),
          entry("expand", "Expanding"),
          entry("stream", "Partitioning"),
          entry("inner", "Partitioning"),
          entry("count", "Counting"),
          entry("cluster", "Clustering"),
          entry("refine", "Refining"),
          entry("divide", "Dividing"),
          entry("wait", "Waiting for room"),
          entry("place", "Placing"),
          entry("measure", "Measuring"),
          entry("write", "Writing"));

  private final ProgressView view;
  private boolean begun;
  private String phase = "";
  private ProgressView.@Nullable Task task;

  /** A load that is shown from {@link #begin} on. */
  public LoadView(ProgressView view) {
    this.view = view;
  }

  /** From now on there is something to see. */
  public void begin() {
    begun = true;
  }

  @Override
  public void read(String file, long done, long total) {
    if (begun) {
      show(SENDING, "Reading", done, total, file.substring(file.lastIndexOf('/') + 1));
    }
  }

  @Override
  public void accept(LoadProgress progress) {
    String name = NAMES.get(progress.phase());
    if (name != null && progress.total() > 0) {
      show(progress.phase(), name, progress.done(), progress.total(), "");
    }
  }

  private void show(String newPhase, String name, long done, long total, String note) {
    ProgressView.Task shown = task;
    if (shown == null || !phase.equals(newPhase)) {
      close();
      phase = newPhase;
      shown = view.begin(name, total, true);
      task = shown;
    }
    shown.done(done, note);
  }

  @Override
  public void close() {
    if (task != null) {
      task.close();
      task = null;
    }
  }
}
