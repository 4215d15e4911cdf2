// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.error.CliError;
import io.graphember.cli.view.JobView;
import io.graphember.cli.view.LoadView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.ingest.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One job from its file to its results: reads, loads, trains, once or with several seeds. */
public final class JobRun {
  private final JobFile job;
  private final Integer seeds;
  private final ProgressView view;
  private final Cancellation cancellation;
  private final PhaseClock clock = new PhaseClock();
  private Consumer<JobResult> seedListener = result -> {};

  /**
   * A run that has not begun.
   *
   * @param seeds how many seeds to train with, from 0 on; null for the one seed of the job
   */
  public JobRun(JobFile job, Integer seeds, ProgressView view, Cancellation cancellation) {
    this.job = job;
    this.seeds = seeds;
    this.view = view;
    this.cancellation = cancellation;
  }

  /** Hears of the result of every seed, if there are several. */
  public JobRun onSeed(Consumer<JobResult> listener) {
    seedListener = listener;
    return this;
  }

  /**
   * Runs it.
   *
   * @param end takes the outcome while the cluster is still there
   */
  public void execute(ClusterChoice choice, BiConsumer<JobOutcome, GraphemberClient> end) {
    if (job.settings().source() == null) {
      if (choice.embedded()) {
        throw new GraphemberException(
            CliError.SOURCE_MISSING,
            "source: missing; nodes in this process hold no graph, so say what to read, or"
                + " --connect to a cluster that holds graph %s."
                    .formatted(job.settings().graph().name()));
      }
      execute(choice, null, null, end);
      return;
    }
    LoadView load = new LoadView(view);
    // Opened before any node starts: bad input fails at once.
    try (SampledSource source =
        new SampledSource(GraphSource.open(job.settings().source(), job.base(), load))) {
      execute(choice, source, load, end);
    }
  }

  private void execute(
      ClusterChoice choice,
      SampledSource source,
      LoadView load,
      BiConsumer<JobOutcome, GraphemberClient> end) {
    if (choice.embedded()) {
      view.say(
          "Starting %s ...".formatted(choice.nodes() == 1 ? "a node" : choice.nodes() + " nodes"));
    }
    try (ClusterChoice.Connection connection =
        clock.time("start", () -> choice.connect(cancellation))) {
      GraphemberClient client = connection.client();
      if (source != null) {
        clock.time("load", () -> load(client, source, load));
      }
      List<JobResult> results = train(client);
      end.accept(
          new JobOutcome(
              job.settings(),
              seeds != null,
              choice.embedded(),
              results,
              clock.seconds(),
              source == null ? List.of() : source.sample()),
          client);
    }
  }

  private Void load(GraphemberClient client, SampledSource source, LoadView load) {
    try (load) {
      load.begin();
      client.load(SettingsDocument.toJson(job.settings().graph()), source, load, cancellation);
    }
    return null;
  }

  private List<JobResult> train(GraphemberClient client) {
    if (seeds == null) {
      return List.of(train(client, job.settings(), "Training"));
    }
    List<JobResult> results = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      JobResult result = train(client, job.settings().withSeed(seed), "Seed %d".formatted(seed));
      seedListener.accept(result);
      results.add(result);
    }
    return results;
  }

  private JobResult train(GraphemberClient client, JobSettings settings, String task) {
    cancellation.check();
    String text = SettingsDocument.toJson(settings.withoutSource());
    try (JobView progress = new JobView(view, task, seeds == null)) {
      return client.submit(text).await(progress, cancellation);
    }
  }
}
