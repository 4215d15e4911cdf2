// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Retention;
import io.graphember.client.api.load.LoadState;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.RetentionSettings;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.cluster.CacheBlocks;
import io.graphember.ignite.cluster.ReportedBytes;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.delta.AddedVersion;
import io.graphember.jobs.delta.Additions;
import io.graphember.jobs.delta.DeltaRule;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.quota.JobQuota;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.shard.RemoteShards;
import io.graphember.jobs.shard.ShardPlan;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.base.BaseStager;
import io.graphember.partition.delta.BufferedPieces;
import io.graphember.partition.delta.DeltaBuilder;
import io.graphember.partition.delta.DeltaSummary;
import io.graphember.partition.load.GraphBuilder;
import io.graphember.partition.load.GraphSummary;
import io.graphember.partition.load.LoadEstimate;
import io.graphember.partition.load.PlacedGraph;
import io.graphember.partition.shard.ShardStaging;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.Staging;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.Piece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.affinity.Affinity;
import org.apache.ignite.cluster.ClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * One load on the node that took it: reads what it adds to, receives pieces, then builds the graph
 * and makes it current. Whatever goes wrong, memory is given back and a half-written cache is
 * destroyed.
 *
 * <p>Safe for use by several threads.
 */
final class LoadSession implements Load, Cancellation, Feeder.Fed {
  /** Of the catalog, about a graph. */
  private static final long ENTRY_BYTES = 64 << 10;

  private final Ignite ignite;
  private final GraphCatalog catalog;
  private final GraphemberCaches caches;
  private final Partitioners partitioners;
  private final MemoryBudget budget;
  private final RowStorage storage;
  private final Room room;
  private final GraphSettings settings;
  private final GraphHeader header;
  private final long version;
  private final Optional<String> user;
  private final Duration patience;
  private final Optional<BaseGraph> base; // empty for a graph of its own
  private final Publishing publishing;
  private @Nullable Taking taking; // null until it takes pieces, and once built or dropped
  private volatile Optional<RemoteShards> shards = Optional.empty(); // empty if all stays here
  private Optional<String> cache = Optional.empty(); // begun and not published yet
  private final CompletableFuture<Void> receiving = new CompletableFuture<>(); // failed, at times
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private long nextSequence;
  private long fed; // rows
  private boolean committed;
  private volatile boolean aborted;
  private volatile long lastUseNanos = System.nanoTime();
  private volatile LoadState state = new LoadState("receive", 0, 0, null, null);

  /**
   * A load of which nothing has come.
   *
   * @param header what pieces look like; agreed with the base
   * @param version number of the version that is loaded
   * @param user who loads it; empty if nobody knows
   * @param patience how long it may wait for room in the data regions
   * @param base version that is added to, if any; closed once it is read
   * @param publishing makes the graph the current version
   */
  LoadSession(
      Ignite ignite,
      GraphCatalog catalog,
      GraphemberCaches caches,
      Partitioners partitioners,
      MemoryBudget budget,
      RowStorage storage,
      Room room,
      GraphSettings settings,
      GraphHeader header,
      long version,
      Optional<String> user,
      Duration patience,
      Optional<BaseGraph> base,
      Publishing publishing) {
    this.publishing = publishing;
    this.ignite = ignite;
    this.catalog = catalog;
    this.caches = caches;
    this.partitioners = partitioners;
    this.budget = budget;
    this.storage = storage;
    this.room = room;
    this.settings = base.map(from -> settings.with(from.featurePrecision())).orElse(settings);
    this.header = header;
    this.version = version;
    this.user = user;
    this.patience = patience;
    this.base = base;
    partitioners.get(settings.partitioner()); // refused before anything is sent
    if (base.isPresent()) {
      state = new LoadState("base", 0, 0, null, null);
    }
  }

  /**
   * Makes ready for pieces: opens the shards, and reads the version that is added to.
   *
   * @param nodes nodes that keep the graph while it is cut; if there is one, this node does
   * @param expected about how large it is
   * @param additions adds a little
   * @param executor reads the version that is added to; pieces are taken afterwards
   */
  void start(
      UUID[] nodes,
      ExpectedSize expected,
      NodeCalls calls,
      Additions additions,
      Executor executor) {
    final Supplier<Taking> whole =
        () -> nodes.length == 1 ? here() : inShards(nodes, expected, calls);
    if (base.filter(from -> DeltaRule.mayBe(from.graph(), settings, expected)).isPresent()) {
      receive(little(base.get(), additions, whole));
    } else if (base.isPresent()) {
      readBase(base.get(), whole.get(), executor);
    } else {
      receive(whole.get());
    }
  }

  private void receive(Taking from) {
    taking = from;
    state = new LoadState("receive", 0, 0, null, null);
    receiving.complete(null);
  }

  /**
   * How pieces are taken.
   *
   * @param staging takes them
   * @param addTo reads the version that is added to, before the first of them
   * @param build builds the graph when all have come
   */
  private record Taking(Staging staging, Consumer<BaseGraph> addTo, Build build) {}

  /** Builds and publishes the graph. */
  @FunctionalInterface
  private interface Build {
    GraphInfo build(Building with, List<List<String>> labelNames);
  }

  /**
   * What a build works with.
   *
   * @param builder builds whole graphs
   */
  private record Building(GraphBuilder builder, Workers workers, Cancellation cancellation) {}

  /**
   * Keeps what comes, and adds it as one partition more if that is little. If it is not, reads the
   * version that is added to after all.
   */
  private Taking little(BaseGraph from, Additions additions, Supplier<Taking> whole) {
    final BufferedPieces pieces = new BufferedPieces(budget, from::close);
    return new Taking(
        pieces,
        read -> {},
        (with, labelNames) ->
            DeltaRule.is(from.graph(), pieces, labelNames)
                ? add(from, additions, pieces, with, labelNames)
                : addAll(from, whole.get(), pieces, with, labelNames));
  }

  private GraphInfo add(
      BaseGraph from,
      Additions additions,
      BufferedPieces pieces,
      Building with,
      List<List<String>> labelNames) {
    state = new LoadState("place", 0, 1, null, null);
    try (DeltaBuilder builder =
            additions.place(
                new Additions.Load(from.graph(), settings, header),
                pieces,
                labelNames,
                budget,
                with.workers(),
                with.cancellation());
        RoomReservation reserved =
            reserve(builder.estimateBytes(), from.graph().keptPartitions() + 1)) {
      final CacheBlocks writer =
          new CacheBlocks(
              begin(AddedVersion.partitionEdges(from.graph(), builder.edges())), written -> {});
      final DeltaSummary summary = builder.write(writer);
      writer.complete();
      return publish(AddedVersion.of(from.graph(), version, summary, settings));
    }
  }

  private static GraphInfo addAll(
      BaseGraph from,
      Taking whole,
      BufferedPieces pieces,
      Building with,
      List<List<String>> labelNames) {
    try (Staging staging = whole.staging()) {
      whole.addTo().accept(from);
      pieces.forEach(piece -> piece.passTo(staging));
      return whole.build().build(with, labelNames);
    }
  }

  private Taking here() {
    final GraphStaging staging = new GraphStaging(settings, header, budget, storage);
    return new Taking(
        staging,
        from ->
            new BaseStager(
                    from.version(),
                    from::block,
                    (phase, done, total) -> state = new LoadState(phase, done, total, null, null),
                    this)
                .stage(staging),
        (with, labelNames) -> write(with.builder().plan(staging, labelNames)));
  }

  private Taking inShards(UUID[] nodes, ExpectedSize expected, NodeCalls calls) {
    ShardPlan plan = new ShardPlan(version, calls.self(), nodes, settings, header, user);
    Optional<RemoteShards.StoredBase> stored =
        base.map(
            from ->
                new RemoteShards.StoredBase(
                    from.graph(), owners(from.graph().cache(), from.graph().partitions())));
    RemoteShards remote = new RemoteShards(calls, plan, stored, this);
    shards = Optional.of(remote);
    try {
      remote.open(surely(LoadEstimate.leastOfShard(header, expected, storage, nodes.length)));
      final ShardStaging staging = new ShardStaging(settings, header, remote);
      return new Taking(
          staging,
          from -> staging.addTo(from.version()),
          (with, labelNames) -> write(with.builder().planInShards(staging, labelNames), remote));
    } catch (RuntimeException e) {
      remote.release();
      throw e;
    }
  }

  /** Guesses of files are good to a tenth, so what is a little too much is let in. */
  static long surely(long leastBytes) {
    return leastBytes / 10 * 9;
  }

  private void readBase(BaseGraph from, Taking empty, Executor executor) {
    try {
      executor.execute(() -> attempt(() -> readBase(from, empty)));
    } catch (RuntimeException e) {
      empty.staging().close();
      shards.ifPresent(RemoteShards::release);
      throw e;
    }
  }

  private void readBase(BaseGraph from, Taking target) {
    boolean read = false;
    try {
      target.addTo().accept(from);
      read = true;
    } finally {
      try (from) { // last: who has dropped it waits until nobody reads it
        baseRead(target, read);
      }
    }
  }

  private synchronized void baseRead(Taking target, boolean read) {
    lastUseNanos = System.nanoTime();
    if (read && !aborted) {
      taking = target;
      state = new LoadState("receive", 0, 0, null, null);
      receiving.complete(null);
    } else {
      aborted = true;
      target.staging().close();
      shards.ifPresent(RemoteShards::release);
    }
  }

  /** Waits until it takes pieces; false if it never will. */
  boolean awaitReceiving() {
    try {
      receiving.join();
      return true;
    } catch (CancellationException e) {
      return false;
    }
  }

  /** Waits until the graph is built, or the load has failed or was dropped. */
  void awaitEnd() {
    ended.join();
  }

  @Override
  public synchronized void feed(Piece piece, long expected) {
    check();
    piece.passTo(ready().staging());
    fed += piece.rows();
    state = new LoadState("receive", Math.min(fed, expected), expected, null, null);
  }

  /** Takes a piece; one that came already is not taken twice. */
  synchronized void append(long sequence, byte[] bytes) {
    lastUseNanos = System.nanoTime();
    if (committed || aborted) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "The load takes no more pieces: it was committed or has failed.");
    }
    Staging target = ready().staging();
    if (sequence == nextSequence - 1) {
      return; // its reply was lost
    }
    if (sequence != nextSequence) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "Piece %d came, piece %d was expected.".formatted(sequence, nextSequence));
    }
    try {
      Piece.decode(bytes, header).passTo(target);
    } catch (RuntimeException | Error e) {
      abort(); // half a piece may have been taken: nothing can follow it
      throw e;
    }
    nextSequence++;
    state = new LoadState("receive", target.rows(), 0, null, null);
  }

  private Taking ready() {
    if (taking == null) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "The load still reads the version that it adds to; wait until its phase is receive.");
    }
    return taking;
  }

  /**
   * Starts to build.
   *
   * @param threads run the build
   * @param quota what it may take of the node
   */
  synchronized void commit(List<List<String>> labelNames, NodeThreads threads, JobQuota quota) {
    lastUseNanos = System.nanoTime();
    if (committed || aborted) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED, "The load was committed or dropped already.");
    }
    Taking received = ready();
    committed = true;
    taking = null;
    try {
      final Workers workers = threads.workers(quota);
      final Executor executor = quota.executor(threads.coordinators());
      executor.execute(
          () ->
              attempt(
                  () -> {
                    GraphInfo graph = build(received, labelNames, workers, quota.paced(this));
                    state = new LoadState("done", 1, 1, graph, null);
                    ended.complete(null);
                  }));
    } catch (RuntimeException e) {
      received.staging().close();
      abort();
      throw e;
    }
  }

  /** Builds and publishes the graph; nothing else is held afterwards. */
  private GraphInfo build(
      Taking received, List<List<String>> labelNames, Workers workers, Cancellation paced) {
    try (Staging closed = received.staging()) {
      GraphBuilder builder =
          new GraphBuilder(
              settings,
              partitioners.get(settings.partitioner()),
              workers,
              paced,
              (phase, done, total) -> state = new LoadState(phase, done, total, null, null));
      return received.build().build(new Building(builder, workers, paced), labelNames);
    } finally {
      shards.ifPresent(RemoteShards::close);
    }
  }

  private GraphInfo write(GraphBuilder.Plan plan) {
    try (RoomReservation reserved = reserve(plan.placed().estimateBytes(), settings.partitions())) {
      IgniteCache<Long, byte[]> blocks = begin(plan.placed().partitionEdges());
      CacheBlocks writer =
          new CacheBlocks(blocks, written -> shrink(reserved, plan.placed(), written));
      GraphSummary summary = plan.write(writer);
      writer.complete();
      return publish(summary);
    }
  }

  private GraphInfo write(GraphBuilder.ShardedPlan plan, RemoteShards remote) {
    try (RoomReservation reserved = reserve(plan.placed().estimateBytes(), settings.partitions())) {
      final String name = begin(plan.placed().partitionEdges()).getName();
      final List<UUID> owners = owners(name, settings.partitions());
      ReportedBytes bytes = new ReportedBytes(written -> shrink(reserved, plan.placed(), written));
      return publish(
          plan.write(
              (forms, written) -> remote.write(name, owners, forms, written),
              partition -> bytes.add(partition.slabBytes())));
    }
  }

  /** The node of each partition's primary copy. */
  private List<UUID> owners(String name, int partitions) {
    Affinity<Long> affinity = ignite.affinity(name);
    return IntStream.range(0, partitions).mapToObj(p -> owner(affinity, p)).toList();
  }

  private UUID owner(Affinity<Long> affinity, int partition) {
    final ClusterNode node = affinity.mapPartitionToNode(partition);
    if (node == null) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "Partition %d of graph %s has no node: the storage nodes that would hold it are away."
              .formatted(partition, settings.name()));
    }
    return node.id();
  }

  private RoomReservation reserve(long bytes, int partitions) {
    return room.reserve(
        List.of(Demand.blocks(bytes, partitions), Demand.everywhere(ENTRY_BYTES)),
        "Graph " + settings.name(),
        patience,
        () -> state = new LoadState("wait", 0, 0, null, null),
        this);
  }

  private void shrink(RoomReservation reserved, PlacedGraph placed, long written) {
    reserved.shrinkTo(
        List.of(
            Demand.blocks(Math.max(0, placed.estimateBytes() - written), settings.partitions())));
  }

  /** The cache of the blocks. */
  private IgniteCache<Long, byte[]> begin(long[] partitionEdges) {
    final String name = CacheNames.graphCache(settings.name(), version);
    cache = Optional.of(name);
    catalog.begin(name);
    return ignite.createCache(caches.graph(name, partitionEdges));
  }

  private GraphInfo publish(GraphSummary summary) {
    return publish(
        LoadedGraph.info(
            settings,
            base.map(BaseGraph::partitioner).orElse(settings.partitioner()),
            version,
            header,
            summary));
  }

  private GraphInfo publish(GraphInfo graph) {
    check();
    publishing.publish(graph, base.map(BaseGraph::graph));
    settings
        .retention()
        .ifPresent(retention -> catalog.setRetention(graph.name(), retention(retention)));
    return graph;
  }

  private static Retention retention(RetentionSettings settings) {
    return new Retention(settings.results(), settings.days());
  }

  /** Runs a step; what it throws is the end of the load. */
  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      fail(failed(ignite, settings.name(), e));
    } catch (Error e) {
      fail(failed(ignite, settings.name(), e));
      throw e;
    }
  }

  /** Why a load has failed; what nobody expects is logged. */
  static ErrorInfo failed(Ignite ignite, String graph, Throwable failure) {
    if (failure instanceof GraphemberException known) {
      return ErrorInfo.of(known);
    }
    ignite.log().error("Loading graph " + graph + " failed", failure);
    return new ErrorInfo(
        SpiError.INTERNAL.name(),
        SpiError.INTERNAL.category(),
        "Loading graph %s failed: %s; the node's log has more.".formatted(graph, failure));
  }

  private void fail(ErrorInfo error) {
    try {
      cache.ifPresent(catalog::discard);
    } finally {
      state = new LoadState(state.phase(), state.done(), state.total(), null, error);
      receiving.cancel(false);
      ended.complete(null);
    }
  }

  @Override
  public Optional<String> user() {
    return user;
  }

  @Override
  public String graph() {
    return settings.name();
  }

  /** How far it is, for this node's own use. */
  LoadState current() {
    return state;
  }

  @Override
  public LoadState state() {
    lastUseNanos = System.nanoTime();
    return state;
  }

  @Override
  public void abort() {
    aborted = true; // whoever feeds it leaves its wait for a shard
    drop();
  }

  private synchronized void drop() {
    receiving.cancel(false);
    ended.complete(null);
    if (taking != null) {
      taking.staging().close();
      taking = null;
    }
    shards.ifPresent(RemoteShards::release);
  }

  @Override
  public boolean open() {
    return !aborted && !state.ended();
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
