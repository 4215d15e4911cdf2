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
import io.graphember.graph.GraphSettings;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.ingest.FeatureEncoding;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.HeldOutEdges;
import io.graphember.ingest.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** One job from its file to its results: reads, loads, trains, once or with several seeds. */
public final class JobRun {
  private final JobFile job;
  private final Integer seeds;
  private final ProgressView view;
  private final Cancellation cancellation;
  private final PhaseClock clock = new PhaseClock();
  private byte[] attachment = new byte[0]; // slices or pairs that the job brings, if it does
  private HeldOutEdges heldOut; // once the source is open, if there are any
  private Consumer<JobResult> seedListener = result -> {};
  private Duration patience = Duration.ZERO;

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
    InferenceSettings inference = job.settings().inference();
    if (inference != null && inference.slices() != null) {
      attachment = ImportedSlices.read(job.base().resolve(inference.slices())).encode();
    }
    if (inference != null && inference.edgeFile() != null) {
      attachment = EdgeFile.read(job.base().resolve(inference.edgeFile()), cancellation);
    }
    if (job.settings().source() == null) {
      if (choice.embedded()) {
        throw new GraphemberException(
            CliError.SOURCE_MISSING,
            "source: missing; nodes in this process hold no graph, so say what to read, or"
                + " --connect to a cluster that holds graph %s."
                    .formatted(job.settings().graph().name()));
      }
      execute(choice, client -> List.of(), end);
      return;
    }
    LoadView load = new LoadView(view);
    final boolean outside = job.settings().source().format().outsideCluster();
    if (!outside) {
      requireTables(choice);
    }
    if (!outside || job.settings().graph().add()) {
      execute(choice, client -> clock.time("load", () -> load(client, load)), end);
      return;
    }
    // Opened before any node starts: bad input fails at once.
    try (SampledSource source = open(Tables.NONE, Map.of(), load)) {
      execute(choice, client -> clock.time("load", () -> load(client, source, load)), end);
    }
  }

  private static void requireTables(ClusterChoice choice) {
    if (choice.embedded()) {
      throw new GraphemberException(
          CliError.SOURCE_MISSING,
          "source.format = ignite: nodes in this process hold no tables; --connect to the cluster"
              + " that does.");
    }
  }

  private SampledSource open(Tables tables, Map<String, FeatureEncoding> kept, LoadView load) {
    GraphSource source = job.source(tables, kept, load);
    final double share = job.settings().heldOut();
    if (share > 0) {
      heldOut =
          new HeldOutEdges(source, job.settings().heldOutTypes(), share, job.settings().seed());
      return new SampledSource(heldOut);
    }
    return new SampledSource(source);
  }

  /**
   * Runs the job.
   *
   * @param loading loads what there is to load; gives a few of the vertices
   */
  private void execute(
      ClusterChoice choice,
      Function<GraphemberClient, List<SampledVertex>> loading,
      BiConsumer<JobOutcome, GraphemberClient> end) {
    if (choice.embedded()) {
      view.say(
          "Starting %s ...".formatted(choice.nodes() == 1 ? "a node" : choice.nodes() + " nodes"));
    }
    try (ClusterChoice.Connection connection =
        clock.time("start", () -> choice.connect(cancellation))) {
      GraphemberClient client = connection.client();
      client.check(text(job.settings()));
      TrainerUse.ahead(job.settings(), client.cluster().nodes()).ifPresent(view::say);
      List<SampledVertex> sample = loading.apply(client);
      List<JobResult> results = train(client);
      end.accept(
          new JobOutcome(
              job.settings(),
              seeds != null,
              choice.embedded(),
              results,
              clock.seconds(),
              sample,
              heldOut),
          client);
    }
  }

  private List<SampledVertex> load(GraphemberClient client, LoadView load) {
    GraphSettings target = job.settings().graph();
    Map<String, FeatureEncoding> kept =
        target.add() ? client.featureEncodings(target.name()) : Map.of();
    try (SampledSource source = open(client.tables(), kept, load)) {
      return load(client, source, load);
    }
  }

  private List<SampledVertex> load(GraphemberClient client, SampledSource source, LoadView load) {
    try (load) {
      load.begin();
      client.load(
          SettingsDocument.toJson(job.settings().graph()), source, patience, load, cancellation);
    }
    return source.sample();
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
    try (JobView progress = new JobView(view, task, seeds == null)) {
      return client.submit(text(settings), attachment).await(progress, cancellation);
    }
  }

  private static String text(JobSettings settings) {
    return SettingsDocument.toJson(settings.withoutSource());
  }
}
