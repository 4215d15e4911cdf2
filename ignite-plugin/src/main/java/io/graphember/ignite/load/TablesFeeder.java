// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.JobFile;
import io.graphember.client.JobSource;
import io.graphember.client.Pause;
import io.graphember.client.SampledVertex;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.TablesReport;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.table.TableError;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Feeds a load from tables and caches of the cluster. Rows of caches can be had again after a node
 * was lost, if there are as many as before; of a query nobody knows.
 */
final class TablesFeeder implements Feeder {
  /** As long as a cluster may take to agree who has which rows after a node was lost. */
  private static final long AGREED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LONGEST_PAUSE_MILLIS = 500;

  private final TablesRequest request;
  private final GraphSettings settings;
  private final SourceSettings source;
  private final Supplier<Tables> tables;
  private final Function<GraphSettings, Kept> kept;
  private Optional<ExpectedSize> seen = Optional.empty(); // before tables were opened
  private long rows; // of all caches; 0 if there is a query, of which nobody knows
  private volatile boolean queried;
  private final Supplier<FedLoad.Losses> watch;
  private Supplier<Boolean> serversLeft = () -> true; // before the first reading
  private volatile Optional<TablesReport> report = Optional.empty();

  /**
   * A feeder that has not opened anything.
   *
   * @param request a client's
   * @param tables opens the tables of the cluster in the user's name, for one reading
   * @param kept what the graph keeps of its version before
   * @param watch looks from now on whether a server leaves the cluster
   * @throws GraphemberException if the request makes no sense, or names what nodes do not read
   */
  TablesFeeder(
      TablesRequest request,
      Supplier<Tables> tables,
      Function<GraphSettings, Kept> kept,
      Supplier<FedLoad.Losses> watch) {
    this.watch = watch;
    this.request = request;
    this.tables = tables;
    this.kept = kept;
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

  /**
   * The caches of the tables, which the graph is to follow.
   *
   * @throws GraphemberException with code {@link NodeError#FOLLOW_REFUSED}
   */
  List<FollowedCache> followed() {
    return FollowedCaches.of(settings, source, request, tables.get());
  }

  /** What is loaded. */
  GraphSettings settings() {
    return settings;
  }

  /** How long the graph may wait for room. */
  Duration patience() {
    try {
      return LoadHeader.patience(request.waitMillis());
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
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
  public List<List<String>> feed(Opener opener, Cancellation cancellation) {
    final FedLoad.Losses losses = watch.get();
    serversLeft = losses::any;
    final GraphSource opened = whole(cancellation);
    JobFile.requireTrainSplit(opened, request.trainSplit(), settings);
    try (JobSource read =
        JobSource.of(
            opened,
            source.normalize(),
            request.heldOut(),
            request.heldOutTypes(),
            request.seed())) {
      final GraphSource graph = read.graph();
      final Fed session = opener.open(graph.header(), graph.expected());
      graph.stream(PieceSink.of(piece -> session.feed(piece, rows)), cancellation);
      requireWhole(cancellation);
      report = Optional.of(report(read));
      final Kept before = kept.apply(settings);
      return IntStream.range(0, graph.header().vertexTypes().size())
          .mapToObj(type -> before.withKept(type, graph.labelNames(type)))
          .toList();
    }
  }

  /**
   * Opens the tables. Rows that went with a node must not be missing in the graph without a word;
   * those of backups are there once the cluster has agreed who has them.
   */
  private GraphSource whole(Cancellation cancellation) {
    final long until = System.nanoTime() + AGREED_NANOS;
    final Pause pause = new Pause(cancellation, LONGEST_PAUSE_MILLIS);
    while (true) {
      final boolean last = seen.isEmpty() && request.rows() == 0 || System.nanoTime() >= until;
      try {
        final GraphSource opened = open(cancellation);
        final ExpectedSize expected = opened.expected();
        final long found =
            queried ? 0 : expected.edges() + Arrays.stream(expected.vertices()).sum();
        if (seen.map(expected::equals).orElse(request.rows() == 0 || request.rows() == found)) {
          seen = Optional.of(expected);
          rows = found;
          return opened;
        }
        opened.close();
        if (last) {
          throw notWhole(expected);
        }
      } catch (GraphemberException e) {
        if (last || !e.is(TableError.QUERY_FAILED)) {
          throw e;
        }
      }
      pause.next();
    }
  }

  /** Rows that went with a node while others read them are missing without an error of Ignite's. */
  private void requireWhole(Cancellation cancellation) {
    if (!queried && serversLeft.get()) {
      whole(cancellation).close();
    }
  }

  private GraphSource open(Cancellation cancellation) {
    final ImportContext context =
        new ImportContext(
            Path.of(""), new Watched(tables.get()), kept.apply(settings).encodings(), cancellation);
    return GraphSource.open(source, context, ReadProgress.NONE);
  }

  private GraphemberException notWhole(ExpectedSize expected) {
    return new GraphemberException(
        NodeError.NODE_LOST,
        "A node left the cluster while graph %s was read, and its caches have not as many rows as before (%s, now %s): load it again when they are whole, or give them backups."
            .formatted(
                settings.name(),
                seen.map(ExpectedSize::toString).orElse(request.rows() + " in all"),
                expected));
  }

  /** Sees whether there are queries among the tables. Used by one thread. */
  private final class Watched implements Tables {
    private final Tables watched;

    Watched(Tables watched) {
      this.watched = watched;
    }

    @Override
    public Rows query(String sql) {
      queried = true;
      return watched.query(sql);
    }

    @Override
    public Rows cache(String name) {
      return watched.cache(name);
    }

    @Override
    public Rows table(String name) {
      return watched.table(name);
    }

    @Override
    public ImportedGraph spread(SourceSettings spreadBy, ImportedGraph graph) {
      return watched.spread(spreadBy, graph);
    }
  }

  private static TablesReport report(JobSource source) {
    return new TablesReport(
        source.warnings(), source.sample().stream().map(TablesFeeder::vertex).toList());
  }

  private static TablesReport.Vertex vertex(SampledVertex vertex) {
    final KeyKind keys =
        vertex.key() instanceof Long
            ? KeyKind.INT64
            : vertex.key() instanceof UUID ? KeyKind.UUID : KeyKind.STRING;
    return new TablesReport.Vertex(keys, vertex.key().toString(), vertex.label().orElse(null));
  }

  @Override
  public boolean repeatable() {
    return !queried && seen.isPresent();
  }
}
