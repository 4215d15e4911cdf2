// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job whose files are open, for who takes the steps of {@link GraphemberClient#run} one by one:
 * to connect only when the input is known to be good, or to run a job with several seeds on one
 * load.
 *
 * <pre>
 * try (OpenJob job = OpenJob.open(JobFile.read(path), ReadProgress.NONE, cancellation);
 *     GraphemberClient client = GraphemberClient.connect(address)) {
 *   job.check(client);
 *   job.load(client, Duration.ZERO, progress -&gt; {});
 *   for (int seed = 0; seed &lt; 5; seed++) {
 *     JobResult result = job.run(client, seed, state -&gt; {});
 *   }
 * }
 * </pre>
 *
 * <p>Used by one thread.
 */
public final class OpenJob implements AutoCloseable {
  private final JobFile file;
  private final ReadProgress progress;
  private final Cancellation cancellation;
  private final byte[] attachment;
  private @Nullable JobSource input; // null before it is open, or if nothing is read here
  private List<SampledVertex> sample = List.of();
  private List<String> warnings = List.of();

  private OpenJob(JobFile file, ReadProgress progress, Cancellation cancellation) {
    this.file = file;
    this.progress = progress;
    this.cancellation = cancellation;
    attachment = file.attachment(cancellation);
  }

  /**
   * Opens what a job reads: its files, and slices or pairs that it brings. Tables of a cluster, and
   * what is added to a graph, are opened by {@link #load}.
   *
   * @param progress hears how far reading has come, also while {@link #load} reads
   * @param cancellation looked at in all steps
   * @throws io.graphember.spi.error.GraphemberException if a file is missing or cannot be read
   */
  public static OpenJob open(JobFile file, ReadProgress progress, Cancellation cancellation) {
    OpenJob job = new OpenJob(file, progress, cancellation);
    JobSettings settings = file.settings();
    if (settings.source() != null
        && settings.source().outsideCluster()
        && !settings.graph().add()) {
      job.input = job.open(Tables.NONE, Map.of());
    }
    return job;
  }

  private JobSource open(Tables tables, Map<String, FeatureEncoding> kept) {
    JobSettings settings = file.settings();
    return JobSource.of(
        file.source(tables, kept, progress, cancellation),
        settings.givenSource().normalize(),
        settings.job().heldOut(),
        settings.job().heldOutTypes(),
        settings.seed());
  }

  /** The job. */
  public JobSettings settings() {
    return file.settings();
  }

  /** As {@link GraphemberClient#check}. */
  public void check(JobTarget target) {
    target.check(text(settings()));
  }

  /**
   * Loads the graph that the job names in {@code source}; does nothing without. Called once.
   *
   * @param patience how long the graph may wait for room, at most a day; zero to be refused at once
   * @param listener hears how far the cluster is
   */
  public void load(JobTarget cluster, Duration patience, Consumer<LoadProgress> listener) {
    if (settings().source() == null) {
      return;
    }
    GraphSettings target = settings().graph();
    if (file.readByNodes()) {
      final TablesLoad loaded =
          cluster.loadTables(file.tables().waiting(patience), listener, cancellation);
      sample = loaded.sample();
      warnings = loaded.warnings();
      return;
    }
    if (input == null) {
      input =
          open(cluster.tables(), target.add() ? cluster.featureEncodings(target.name()) : Map.of());
    }
    cluster.load(SettingsDocument.toJson(target), input.graph(), patience, listener, cancellation);
    sample = input.sample();
    warnings = input.warnings();
  }

  /**
   * Runs the job on the graph in the cluster.
   *
   * @param listener hears of every state, with the epochs that are new
   * @throws io.graphember.spi.error.GraphemberException why it failed, or that it was cancelled
   */
  public JobResult run(GraphemberClient client, Consumer<JobState> listener) {
    return run(client, settings().seed(), listener);
  }

  /** The same with another seed. */
  public JobResult run(GraphemberClient client, long seed, Consumer<JobState> listener) {
    return submit(client, seed).await(listener, cancellation);
  }

  /** Submits the job on the graph in the cluster, for who follows it himself. */
  public JobHandle submit(GraphemberClient client) {
    return submit(client, settings().seed());
  }

  /** The same with another seed. */
  public JobHandle submit(GraphemberClient client, long seed) {
    cancellation.check();
    return client.submit(text(settings().withSeed(seed)), attachment);
  }

  /** Slices or pairs that the job brings; empty for none. */
  public byte[] attachment() {
    return attachment.clone();
  }

  private static String text(JobSettings settings) {
    return SettingsDocument.toJson(settings.withoutSource());
  }

  /** A few of the vertices that were read, to look results up by their keys; none before. */
  public List<SampledVertex> sample() {
    return sample;
  }

  /**
   * What should be known of the features that {@link #load} has read, with the setting that helps:
   * columns that tell nothing, or of another scale than the rest. Empty before, and if they look
   * well.
   */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * The edges that were held out when the graph was read; empty if the job holds none out, or if
   * nodes have read it.
   */
  public Optional<HeldOutEdges> heldOut() {
    return input == null ? Optional.empty() : input.heldOut();
  }

  /** Closes the files; closing twice is harmless. */
  @Override
  public void close() {
    if (input != null) {
      input.close();
    }
  }
}
