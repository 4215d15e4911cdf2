// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.JobFile;
import io.graphember.client.JobSource;
import io.graphember.client.SampledVertex;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.LoadHeader;
import io.graphember.client.api.LoadState;
import io.graphember.client.api.TablesReport;
import io.graphember.client.api.TablesRequest;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.NodeError;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A load whose source is tables of the cluster: this node opens them, and feeds what all nodes read
 * to a {@link LoadSession}, which has everything else.
 */
final class TableLoad implements Load, Cancellation {
  private final TablesRequest request;
  private final GraphSettings settings;
  private final SourceSettings source;
  private final Optional<String> user;
  private volatile Optional<LoadSession> session = Optional.empty(); // before tables are open
  private volatile Optional<ErrorInfo> failure = Optional.empty(); // why it is not fed
  private volatile Optional<TablesReport> report = Optional.empty();
  private volatile boolean aborted;
  private volatile long lastUseNanos = System.nanoTime();

  /**
   * A load that has not begun.
   *
   * @param request a client's
   * @throws GraphemberException if it makes no sense, or names what nodes do not read
   */
  TableLoad(TablesRequest request, Optional<String> user) {
    this.request = request;
    this.user = user;
    settings = SettingsDocument.parse("graph", request.graph()).bind(GraphSettings.class);
    source = SettingsDocument.parse("source", request.source()).bind(SourceSettings.class);
    if (source.outsideCluster()
        || settings.partitioner().equals(AssignmentFiles.PARTITIONER) && !settings.add()) {
      throw malformed("nodes read source.type = ignite, and not with graph.partitioner = file");
    }
    if (!(request.heldOut() >= 0 && request.heldOut() <= 1)) {
      throw malformed(
          "a share of %s of the edges is held out, which is not 0 to 1"
              .formatted(request.heldOut()));
    }
    patience();
  }

  private GraphemberException malformed(String why) {
    return new GraphemberException(
        NodeError.REQUEST_MALFORMED,
        "Graph %s cannot be loaded from tables: %s.".formatted(settings.name(), why));
  }

  /** How long the graph may wait for room. */
  Duration patience() {
    try {
      return LoadHeader.patience(request.waitMillis());
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  /** What is loaded. */
  GraphSettings settings() {
    return settings;
  }

  /** What a load takes of its node. */
  interface Sessions {
    /** Opens the session that is fed, as for a load of a client. */
    LoadSession open(GraphSource source);

    /** Has the session build the graph. */
    void commit(LoadSession session, List<List<String>> labelNames);

    /** What goes wrong, for whoever asks after the load; unexpected failures are logged. */
    ErrorInfo failed(String graph, Throwable failure);
  }

  /**
   * Reads all rows and has the graph built; what goes wrong is part of the state.
   *
   * @param tables of the cluster, in the user's name
   * @param kept how features of the graph that is added to are encoded, by vertex type
   */
  void run(Tables tables, Function<String, Map<String, FeatureEncoding>> kept, Sessions sessions) {
    try {
      feed(tables, kept, sessions);
    } catch (RuntimeException e) {
      fail(sessions.failed(graph(), e));
    } catch (Error e) {
      fail(sessions.failed(graph(), e));
      throw e;
    }
  }

  private void feed(
      Tables tables, Function<String, Map<String, FeatureEncoding>> kept, Sessions sessions) {
    final ImportContext context =
        new ImportContext(
            Path.of(""), tables, settings.add() ? kept.apply(graph()) : Map.of(), this);
    final GraphSource opened = GraphSource.open(source, context, ReadProgress.NONE);
    JobFile.requireTrainSplit(opened, request.trainSplit(), settings);
    try (JobSource read =
        JobSource.of(
            opened,
            source.normalize(),
            request.heldOut(),
            request.heldOutTypes(),
            request.seed())) {
      final GraphSource graph = read.graph();
      final LoadSession begun = sessions.open(graph);
      session = Optional.of(begun);
      check(); // it may have been dropped before there was a session to drop
      if (!begun.awaitReceiving()) {
        throw cancelled();
      }
      final long expected = rows(graph);
      graph.stream(PieceSink.of(piece -> begun.feed(piece, expected)), this);
      report = Optional.of(report(read));
      sessions.commit(begun, labelNames(graph));
    }
  }

  private GraphemberException cancelled() {
    return new GraphemberException(
        SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(graph()));
  }

  /** Rows of all tables; 0 unless all are known. */
  private static long rows(GraphSource graph) {
    final ExpectedSize expected = graph.expected();
    long rows = expected.edges();
    boolean known = rows > 0;
    for (int type = 0; type < expected.vertices().length; type++) {
      rows += expected.vertices()[type];
      known &= expected.vertices()[type] > 0 || graph.header().vertexType(type).fromEdges();
    }
    return known ? rows : 0;
  }

  private static List<List<String>> labelNames(GraphSource graph) {
    return IntStream.range(0, graph.header().vertexTypes().size())
        .mapToObj(graph::labelNames)
        .toList();
  }

  private static TablesReport report(JobSource source) {
    return new TablesReport(
        source.warnings(), source.sample().stream().map(TableLoad::vertex).toList());
  }

  private static TablesReport.Vertex vertex(SampledVertex vertex) {
    final KeyKind keys =
        vertex.key() instanceof Long
            ? KeyKind.INT64
            : vertex.key() instanceof UUID ? KeyKind.UUID : KeyKind.STRING;
    return new TablesReport.Vertex(keys, vertex.key().toString(), vertex.label().orElse(null));
  }

  /** The session's own failure comes first. */
  private void fail(ErrorInfo error) {
    failure = Optional.of(session.map(LoadSession::state).map(LoadState::error).orElse(error));
    session.ifPresent(LoadSession::abort);
  }

  /**
   * What was seen of the tables.
   *
   * @throws GraphemberException if they are not read to their end
   */
  TablesReport report() {
    return report.orElseThrow(
        () ->
            new GraphemberException(
                NodeError.REQUEST_MALFORMED, "The load still reads its tables, or has failed."));
  }

  @Override
  public Optional<String> user() {
    return user;
  }

  @Override
  public String graph() {
    return settings.name();
  }

  @Override
  public LoadState state() {
    lastUseNanos = System.nanoTime();
    if (failure.isPresent()) {
      return new LoadState("receive", 0, 0, null, failure.get());
    }
    return session.map(LoadSession::state).orElseGet(() -> new LoadState("open", 0, 0, null, null));
  }

  @Override
  public void abort() {
    aborted = true;
    session.ifPresent(LoadSession::abort);
  }

  @Override
  public boolean open() {
    return !aborted && failure.isEmpty() && session.map(LoadSession::open).orElse(true);
  }

  @Override
  public long idleNanos() {
    return System.nanoTime() - lastUseNanos;
  }

  @Override
  public boolean requested() {
    return aborted;
  }
}
