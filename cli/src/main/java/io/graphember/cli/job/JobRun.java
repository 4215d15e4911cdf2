// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.error.CliError;
import io.graphember.cli.view.LoadView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.JobHandle;
import io.graphember.client.OpenJob;
import io.graphember.client.api.JobResult;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One job from its file to its results, once or with several seeds, and how far it is. */
public final class JobRun {
  private final JobFile job;
  private final Optional<Integer> seeds;
  private final ProgressView view;
  private final Cancellation cancellation;
  private final PhaseClock clock = new PhaseClock();
  private Consumer<JobResult> seedListener = result -> {};
  private JobWatcher watcher = JobWatcher.NONE;
  private Duration patience = Duration.ZERO;

  /**
   * A run that has not begun.
   *
   * @param seeds how many seeds to train with, from 0 on; empty for the one seed of the job
   */
  public JobRun(
      JobFile job, Optional<Integer> seeds, ProgressView view, Cancellation cancellation) {
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

  /** Hears how every job goes. */
  public JobRun watchedBy(JobWatcher other) {
    watcher = other;
    return this;
  }

  /** Lets the graph wait for room in the data regions. */
  public JobRun patience(Duration longest) {
    patience = longest;
    return this;
  }

  /**
   * Runs it.
   *
   * @param end takes the outcome while the cluster is still there
   */
  public void execute(ClusterChoice choice, BiConsumer<JobOutcome, GraphemberClient> end) {
    requireReadable(choice);
    LoadView load = new LoadView(view);
    // Opened before any node starts: bad input fails at once.
    try (OpenJob open = OpenJob.open(job, load, cancellation)) {
      if (choice.embedded()) {
        view.say(
            "Starting %s ..."
                .formatted(choice.nodes() == 1 ? "a node" : choice.nodes() + " nodes"));
      }
      try (ClusterChoice.Connection connection =
          clock.time("start", () -> choice.connect(cancellation))) {
        GraphemberClient client = connection.client();
        open.check(client);
        load(open, client, load);
        open.warnings().forEach(view::say);
        List<JobResult> results =
            train(open, client, new JobFollower(view, choice.running(), cancellation));
        end.accept(
            new JobOutcome(
                job.settings(),
                seeds.isPresent(),
                choice.embedded(),
                results,
                clock.seconds(),
                open.sample(),
                open.warnings(),
                open.heldOut()),
            client);
      }
    }
  }

  /** Nodes of this process hold nothing yet. */
  private void requireReadable(ClusterChoice choice) {
    SourceSettings source = job.settings().source();
    if (!choice.embedded() || source != null && source.outsideCluster()) {
      return;
    }
    throw new GraphemberException(
        CliError.SOURCE_MISSING,
        source == null
            ? ("source: missing; nodes in this process hold no graph, so say what to read, or"
                    + " --connect to a cluster that holds graph %s.")
                .formatted(job.settings().graph().name())
            : "source.type = ignite: nodes in this process hold no tables; --connect to the"
                + " cluster that does.");
  }

  private void load(OpenJob open, GraphemberClient client, LoadView load) {
    if (job.settings().source() == null) {
      return;
    }
    clock.time(
        "load",
        () -> {
          try (load) {
            load.begin();
            open.load(client, patience, load);
          }
        });
  }

  private List<JobResult> train(OpenJob open, GraphemberClient client, JobFollower follower) {
    if (seeds.isEmpty()) {
      return List.of(follow(open.submit(client), job.settings().name(), follower, "Training"));
    }
    List<JobResult> results = new ArrayList<>();
    for (int seed = 0; seed < seeds.get(); seed++) {
      JobResult result =
          follow(
              open.submit(client, seed),
              "%s-seed-%d".formatted(job.settings().name(), seed),
              follower,
              "Seed %d".formatted(seed));
      seedListener.accept(result);
      results.add(result);
    }
    return results;
  }

  private JobResult follow(JobHandle submitted, String run, JobFollower follower, String task) {
    watcher.begin(run);
    final JobResult result = follower.follow(submitted, task, seeds.isEmpty(), watcher::state);
    watcher.end(result);
    return result;
  }
}
