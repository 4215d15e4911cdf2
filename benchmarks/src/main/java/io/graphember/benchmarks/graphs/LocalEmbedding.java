// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.Vid;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddedGraph;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.embedding.EmbeddingTrainers;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Embeddings of a graph in this process, trained by threads of this process. */
public final class LocalEmbedding implements AutoCloseable {
  private final LocalPartitions partitions;
  private final EmbeddingSettings settings;
  private final EmbeddingParameters parameters;
  private final LocalTables tables;
  private final long[] masters;
  private final long edges;
  private final ExecutorService threads;

  /**
   * Untrained embeddings.
   *
   * @param section section {@code embedding} of a job file
   */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // the trainers of this process
  public LocalEmbedding(BuiltGraph graph, LocalPartitions partitions, String section) {
    this.partitions = partitions;
    this.edges = graph.summary().edges();
    settings =
        SettingsDocument.parse(
                "job", "{name: j, graph: {name: g}, job: embed, embedding: %s}".formatted(section))
            .bind(JobSettings.class)
            .embed()
            .embedding();
    masters =
        IntStream.range(0, partitions.partitions())
            .mapToLong(p -> partitions.partition(p).topology().masters())
            .toArray();
    parameters =
        EmbeddingParameters.of(
            settings,
            1,
            new EmbeddedGraph(
                LongStream.of(masters).sum(),
                edges,
                partitions.partition(0).topology().types().edgeTypes(),
                masters.length));
    threads = Executors.newFixedThreadPool(2 * settings.trainers());
    TableHost host = new TableHost(settings.trainers(), new Workers(threads, settings.trainers()));
    for (TableSpec spec : parameters.tables()) {
      for (int p = 0; p < masters.length; p++) {
        TablePartition partition =
            new TablePartition(spec, p, spec.rows().in(p, masters.length, (int) masters[p]));
        if (settings.inPlace()) {
          partition.allocate();
        }
        host.add(partition);
      }
    }
    tables = new LocalTables(host);
  }

  public EmbeddingParameters parameters() {
    return parameters;
  }

  /** The threads, when no trainer is at work. */
  public Workers workers() {
    return new Workers(threads, settings.trainers());
  }

  /** Trains some steps with all trainers. */
  public PassReport train(long from, long to) throws Exception {
    List<Future<PassReport>> running = new ArrayList<>();
    for (int rank = 0; rank < settings.trainers(); rank++) {
      final int trainer = rank;
      running.add(threads.submit(() -> train(trainer, from, to)));
    }
    PassReport report = PassReport.NONE;
    for (Future<PassReport> part : running) {
      report = report.plus(part.get());
    }
    return report;
  }

  private PassReport train(int rank, long from, long to) {
    final Replies replies = new Replies(Cancellation.NEVER, 600_000);
    return new EmbeddingTrainers(settings, parameters, partitions, masters, edges)
        .train(new EmbeddingContext(rank, tables, masters.length, replies, threads), from, to);
  }

  /** The embedding of a vertex. */
  float[] row(long vid) {
    final int dim = parameters.dim();
    float[] row = new float[parameters.embeddingDim()];
    int at = 0;
    for (String table : parameters.embeddingTables()) {
      tables
          .tables()
          .partition(table, Vid.partition(vid))
          .orElseThrow()
          .get(new int[] {Vid.local(vid)}, 0, 1, tables.tables().step(), row, at);
      at += dim;
    }
    return row;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
