// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.ResumableLoad;
import io.graphember.client.api.load.TablesReport;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.table.NodeTables;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.delta.Additions;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.entry.Ownership;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.quota.NodeQuota;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.load.LoadEstimate;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ignite.Ignite;

/**
 * The loads that this node takes. One that nobody asks after for as long as the node's
 * configuration says is dropped: its client, which beats every five seconds, is gone. Safe for use
 * by several threads.
 */
public final class LoadSessions {
  private static final long LOOK_MILLIS = 1_000;

  private final Ignite ignite;
  private final Majority majority;
  private final GraphCatalog catalog;
  private final GraphemberCaches caches;
  private final Partitioners partitioners;
  private final MemoryBudget budget;
  private final RowStorage storage;
  private final UserMemory users;
  private final NodeStates states;
  private final Room room;
  private final NodeThreads threads;
  private final NodeQuota quota;
  private final NodeTimer timer;
  private final NodeCalls calls;
  private final RequestThreads requests;
  private final NodeTables tables;
  private final WatchedLoads watchedLoads;
  private final Cluster cluster;
  private final Caches blocks;
  private final Additions additions;
  private final int mostLoads;
  private final long silenceMillis;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Load> loads = new ConcurrentHashMap<>();
  private int beginning; // loads that are let in and not among the sessions yet
  private boolean stopping;

  /** No load is open. */
  @Inject
  LoadSessions(
      Ignite ignite,
      Majority majority,
      GraphCatalog catalog,
      GraphemberCaches caches,
      Partitioners partitioners,
      MemoryBudget budget,
      RowStorage storage,
      UserMemory users,
      NodeStates states,
      Room room,
      NodeThreads threads,
      NodeTimer timer,
      NodeCalls calls,
      RequestThreads requests,
      NodeTables tables,
      WatchedLoads watchedLoads,
      Cluster cluster,
      Caches blocks,
      Additions additions,
      NodeLimits limits,
      NodeQuota quota,
      GraphemberConfiguration configuration) {
    this.quota = quota;
    this.requests = requests;
    this.tables = tables;
    this.watchedLoads = watchedLoads;
    this.cluster = cluster;
    this.blocks = blocks;
    this.additions = additions;
    this.mostLoads = limits.loads();
    this.silenceMillis = configuration.getLoadTimeoutMillis();
    this.ignite = ignite;
    this.majority = majority;
    this.catalog = catalog;
    this.caches = caches;
    this.partitioners = partitioners;
    this.budget = budget;
    this.storage = storage;
    this.users = users;
    this.states = states;
    this.room = room;
    this.threads = threads;
    this.timer = timer;
    this.calls = calls;
  }

  /**
   * Opens a load; its number.
   *
   * @param expected a load that surely does not fit the budget is refused here
   * @param user who loads; empty if nobody knows
   * @param patience how long the graph may wait for room in the data regions once it is cut
   * @throws GraphemberException also if the partitioner cannot do what the settings ask for, or
   *     without a majority
   */
  public long begin(
      GraphSettings settings,
      GraphHeader header,
      ExpectedSize expected,
      Optional<String> user,
      Duration patience) {
    requireUnfollowed(settings);
    requireAddable(settings);
    majority.require("Loading graph " + settings.name());
    return admitted(
        () -> registered(open(settings, header, expected, user, patience, ofUser(user))));
  }

  /**
   * Opens a load of a graph from tables of the cluster, which goes on by itself; its number.
   *
   * @param access says whether he may who asks, by the name of the graph
   * @param user who loads; empty if nobody knows
   * @param subject the same as {@link io.graphember.ignite.security.Permissions#subject} had it:
   *     what he may read is read
   * @throws GraphemberException also without a majority
   */
  public long beginTables(
      TablesRequest request,
      Consumer<String> access,
      Optional<String> user,
      Optional<UUID> subject) {
    final TablesFeeder feeder = feeder(request, subject, Optional.empty());
    final GraphSettings settings = feeder.settings();
    access.accept(settings.name());
    requireAddable(settings);
    majority.require("Loading graph " + settings.name());
    if (!settings.following().follow()) {
      final FedLoad load = new FedLoad(settings, user, feeder.patience(), feeder);
      return admitted(() -> registered(running(load, ofUser(user), () -> {})));
    }
    return admitted(
        () -> {
          final WatchedLoad watched =
              watchedLoads.begin(settings, request, user, feeder.followed());
          return registered(
              watched(user, feeder(request, subject, Optional.of(watched.reading())), watched));
        });
  }

  private TablesFeeder feeder(
      TablesRequest request, Optional<UUID> subject, Optional<ReadKeys> keys) {
    return new TablesFeeder(
        request,
        () -> tables.as(subject, keys),
        graph -> graph.add() ? Kept.forAddition(catalog.graphs(), graph.name()) : Kept.NOTHING,
        this::losses);
  }

  /** Lets a load run that is watched already. */
  private FedLoad watched(Optional<String> user, TablesFeeder feeder, WatchedLoad watched) {
    try {
      return running(
          new FedLoad(feeder.settings(), user, feeder.patience(), feeder),
          watched,
          over -> watched.ended());
    } catch (RuntimeException e) { // all threads are busy
      watched.ended();
      throw e;
    }
  }

  /**
   * Begins the load of the next version of a graph that follows its tables; returns at once.
   *
   * @param publishing makes the next version current
   * @param ended receives why there is none, once
   * @throws GraphemberException if this node takes no load now, or without a majority
   */
  void follow(
      FollowRecord record,
      TablesFeeder feeder,
      Publishing publishing,
      Consumer<Optional<ErrorInfo>> ended) {
    final GraphSettings settings = feeder.settings();
    majority.require("Loading graph " + settings.name());
    final FedLoad load =
        new FedLoad(settings, Optional.ofNullable(record.user()), feeder.patience(), feeder);
    admitted(
        () -> {
          final long number = kept(load);
          try {
            return running(
                load,
                publishing,
                over -> {
                  loads.remove(number);
                  ended.accept(load.failure());
                });
          } catch (RuntimeException e) { // all threads are busy
            loads.remove(number);
            throw e;
          }
        });
  }

  /** What becomes of a graph that a user has loaded. */
  private Publishing ofUser(Optional<String> user) {
    return (graph, base) -> {
      if (base.isPresent()) {
        catalog.addVersion(graph, base.get().version());
      } else {
        catalog.replaceGraph(graph);
        catalog.owners().set(Ownership.path(graph.name()), user);
      }
    };
  }

  /**
   * Opens a load of pieces that the cluster keeps, which goes on by itself.
   *
   * @param pieces takes them, once the load is let in
   */
  ResumableLoad feed(
      GraphSettings settings,
      Optional<String> user,
      Duration patience,
      Supplier<PiecesFeeder> pieces) {
    requireUnfollowed(settings);
    requireAddable(settings);
    majority.require("Loading graph " + settings.name());
    return admitted(
        () -> {
          final PiecesFeeder feeder = pieces.get();
          try {
            final FedLoad load = new FedLoad(settings, user, patience, feeder);
            return feeder.at(registered(running(load, ofUser(user), feeder::forget)));
          } catch (RuntimeException e) {
            feeder.leave();
            throw e;
          }
        });
  }

  /** A client's source cannot be followed. */
  private static void requireUnfollowed(GraphSettings settings) {
    if (settings.following().follow()) {
      throw FollowedCaches.outside(settings.name());
    }
  }

  /** To a graph that follows its tables nothing is added but their rows. */
  private void requireAddable(GraphSettings settings) {
    if (settings.add() && catalog.follows().of(settings.name()).isPresent()) {
      throw FollowedCaches.added(settings.name());
    }
  }

  /**
   * Lets a load run.
   *
   * @param ended called when it has ended, unless it was dropped before
   */
  private FedLoad running(FedLoad load, Publishing publishing, Runnable ended) {
    return running(
        load,
        publishing,
        over -> {
          if (over) {
            ended.run();
          }
        });
  }

  /**
   * The same.
   *
   * @param ended receives whether it has ended; false if it was dropped before
   */
  private FedLoad running(FedLoad load, Publishing publishing, Consumer<Boolean> ended) {
    threads
        .coordinators()
        .execute(
            () -> {
              boolean over = true;
              try {
                over = load.run(new FedHere(publishing));
              } finally {
                end(load, over, ended);
              }
            });
    return load;
  }

  private static void end(FedLoad load, boolean over, Consumer<Boolean> ended) {
    try {
      ended.accept(over);
    } finally {
      load.over();
    }
  }

  /**
   * The load of a graph whose pieces the cluster keeps, if it goes on here and nobody feeds it.
   *
   * @param nanos whoever has asked after it since feeds it
   */
  Optional<ResumableLoad> silent(String graph, long nanos) {
    for (Map.Entry<Long, Load> entry : loads.entrySet()) {
      final Load load = entry.getValue();
      if (load.graph().equals(graph) && load.open() && load.idleNanos() >= nanos) {
        final Optional<PiecesFeeder> kept = pieces(load);
        if (kept.isPresent()) {
          load.state(); // from now on somebody does
          loads.remove(entry.getKey()); // who fed it before has it no more
          return kept.map(feeder -> feeder.at(registered(load)));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Leaves the load of a graph whose pieces the cluster keeps.
   *
   * @param nanos whoever has asked after it since feeds it
   * @return false if somebody feeds it; true if not, or if there is none
   */
  boolean leaveSilent(String graph, long nanos) {
    for (Map.Entry<Long, Load> entry : loads.entrySet()) {
      final Load load = entry.getValue();
      if (load.graph().equals(graph) && load.open() && pieces(load).isPresent()) {
        if (load.idleNanos() < nanos) {
          return false;
        }
        leave(entry.getKey());
      }
    }
    return true;
  }

  private static Optional<PiecesFeeder> pieces(Load load) {
    return load instanceof FedLoad fed && fed.feeder() instanceof PiecesFeeder pieces
        ? Optional.of(pieces)
        : Optional.empty();
  }

  /** Lets a load in, unless there are as many as there may be. */
  private <T> T admitted(Supplier<T> begin) {
    states.requireHere(); // before it may be busy: another node may be neither
    admit();
    try {
      states.requireHere(); // after it counts: whoever drains the node sees it, or it sees that
      return begin.get();
    } finally {
      begun();
    }
  }

  /** Looks after a load from now on, under a number that none had before. */
  private long registered(Load load) {
    final long number = kept(load);
    timer.every(LOOK_MILLIS, () -> looksAfter(number));
    return number;
  }

  /** Has a load among those that are open, until it is taken out. */
  private long kept(Load load) {
    final long number = numbers.incrementAndGet();
    synchronized (this) {
      if (stopping) {
        load.abort();
        throw stops();
      }
      loads.put(number, load);
    }
    return number;
  }

  /** What a load that this node feeds takes of it. */
  private final class FedHere implements FedLoad.Node {
    private final Publishing publishing;

    FedHere(Publishing publishing) {
      this.publishing = publishing;
    }

    @Override
    public LoadSession open(
        GraphSettings settings,
        GraphHeader header,
        ExpectedSize expected,
        Optional<String> user,
        Duration patience) {
      return LoadSessions.this.open(settings, header, expected, user, patience, publishing);
    }

    @Override
    public void commit(LoadSession session, List<List<String>> labelNames) {
      LoadSessions.this.commit(session, labelNames);
    }

    @Override
    public ErrorInfo failed(String graph, Throwable failure) {
      return LoadSession.failed(ignite, graph, failure);
    }

    @Override
    public void again(String graph, ErrorInfo because) {
      ignite
          .log()
          .warning(
              "Graphember: a node was lost while graph %s was loaded (%s); the load begins again"
                  .formatted(graph, because.message()));
    }

    @Override
    public FedLoad.Losses losses() {
      return LoadSessions.this.losses();
    }
  }

  /** Looks from now on whether a server leaves the cluster. */
  FedLoad.Losses losses() {
    final List<UUID> here = cluster.servers().stream().map(Node::id).toList();
    return () -> here.stream().anyMatch(node -> !cluster.has(node));
  }

  private static GraphemberException stops() {
    return new GraphemberException(
        NodeError.NODE_BUSY, "This node stops: begin the load at another one.");
  }

  private synchronized void admit() {
    if (stopping) {
      throw stops();
    }
    final int open = openLoads();
    if (open >= mostLoads) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "This node takes %d of at most %d loads: wait until one ends, or raise maxLoads in GraphemberConfiguration."
              .formatted(open, mostLoads));
    }
    beginning++;
  }

  private synchronized void begun() {
    beginning--;
  }

  /** Loads that have not ended, those that are about to begin too. */
  public synchronized int openLoads() {
    return beginning + (int) loads.values().stream().filter(Load::open).count();
  }

  /**
   * Opens a session.
   *
   * @param publishing makes the graph the current version
   */
  private LoadSession open(
      GraphSettings settings,
      GraphHeader header,
      ExpectedSize expected,
      Optional<String> user,
      Duration patience,
      Publishing publishing) {
    final MemoryBudget ofUser = budget.within(users.of(user));
    if (!settings.add()) { // additions follow the cut that there is
      partitioners
          .get(settings.partitioner())
          .check(settings.partitions(), settings.partitionerOptions());
    }
    long version = catalog.nextVersion();
    Optional<BaseGraph> base =
        settings.add()
            ? Optional.of(BaseGraph.use(blocks, calls.self(), catalog, settings, version))
            : Optional.empty();
    try {
      final UUID[] nodes = storageNodes();
      GraphHeader agreed =
          base.map(added -> added.version().header(settings, header)).orElse(header);
      LoadSession session =
          new LoadSession(
              ignite,
              catalog,
              caches,
              partitioners,
              ofUser,
              storage,
              room,
              settings,
              agreed,
              version,
              user,
              patience,
              base,
              publishing);
      requireBudget(ofUser, settings, agreed, expected, nodes.length);
      session.start(nodes, expected, calls, additions, threads.coordinators());
      return session;
    } catch (RuntimeException e) {
      base.ifPresent(BaseGraph::close);
      throw e;
    }
  }

  /**
   * The nodes that keep the graph while it is cut: those that take new work.
   *
   * @throws GraphemberException with code {@link NodeError#STORAGE_MISSING} or {@link
   *     NodeError#NODE_DRAINED}
   */
  private UUID[] storageNodes() {
    UUID[] nodes =
        states.open(Node::storage).stream()
            .map(Node::id)
            .sorted()
            .limit(ShardExchange.MOST_SHARDS)
            .toArray(UUID[]::new);
    if (nodes.length == 0) {
      throw new GraphemberException(
          NodeError.STORAGE_MISSING,
          "No node of the cluster stores graphs: start one with GraphemberConfiguration.storage true.");
    }
    return nodes;
  }

  /** What a load takes here in any case, if no other nodes keep it. */
  private void requireBudget(
      MemoryBudget memory,
      GraphSettings settings,
      GraphHeader header,
      ExpectedSize expected,
      int shards) {
    if (shards == 1) {
      final long least =
          LoadEstimate.of(
                  header, expected, settings, partitioners.get(settings.partitioner()), storage)
              .least();
      memory.take(LoadSession.surely(least), "Loading graph " + settings.name()).close();
    }
  }

  /** Drops a load whose client is silent; true while it is to be looked after. */
  private boolean looksAfter(long load) {
    Load open = loads.get(load);
    if (open == null) {
      return false;
    }
    // Who could not be heard was not silent.
    final long silence = Math.min(open.idleNanos(), requests.freeNanos());
    return silence <= TimeUnit.MILLISECONDS.toNanos(silenceMillis) || !leave(load);
  }

  /** True if a load of that number is on this node. */
  public boolean has(long load) {
    return loads.containsKey(load);
  }

  /** Who loads, if anybody knows. */
  public Optional<String> user(long load) {
    return get(load).user();
  }

  /** Name of the graph that is loaded. */
  public String graph(long load) {
    return get(load).graph();
  }

  /** Takes a piece. */
  public void append(long load, long sequence, byte[] piece) {
    final Optional<PiecesFeeder> kept = pieces(get(load));
    if (kept.isPresent()) {
      get(load).requireOpen();
      kept.get().append(sequence, piece);
    } else {
      fedByClient(load).append(sequence, piece);
    }
  }

  /** Starts to build. */
  public void commit(long load, List<List<String>> labelNames) {
    final Optional<PiecesFeeder> kept = pieces(get(load));
    if (kept.isPresent()) {
      get(load).requireOpen();
      kept.get().commit(labelNames);
    } else {
      commit(fedByClient(load), labelNames);
    }
  }

  private void commit(LoadSession session, List<List<String>> labelNames) {
    majority.require("Loading graph " + session.graph());
    session.commit(labelNames, threads, quota.ofLoad());
  }

  private LoadSession fedByClient(long load) {
    if (get(load) instanceof LoadSession session) {
      return session;
    }
    throw new GraphemberException(
        NodeError.REQUEST_MALFORMED,
        "Load %d takes no pieces: the nodes read its tables.".formatted(load));
  }

  /**
   * What was seen of the tables of a load.
   *
   * @throws GraphemberException if they are not read yet, or it is a load of a client's
   */
  public TablesReport tablesReport(long load) {
    if (get(load) instanceof FedLoad fed && fed.feeder() instanceof TablesFeeder feeder) {
      return feeder.report();
    }
    throw new GraphemberException(
        NodeError.REQUEST_MALFORMED,
        "Load %d has no tables: its client sends its pieces.".formatted(load));
  }

  /** How far a load is. */
  public LoadState state(long load) {
    return get(load).state();
  }

  /** Drops a load and what is kept of it; true if it was there. */
  public boolean abort(long load) {
    final Load open = loads.remove(load);
    if (open != null) {
      final boolean unfinished = open.open();
      open.abort();
      pieces(open).filter(kept -> unfinished).ifPresent(PiecesFeeder::forget);
    }
    return open != null;
  }

  /** Drops a load; pieces that the cluster keeps stay. True if it was there. */
  private boolean leave(long load) {
    final Load open = loads.remove(load);
    if (open != null) {
      final boolean unfinished = open.open();
      open.abort();
      pieces(open).filter(kept -> unfinished).ifPresent(PiecesFeeder::leave);
    }
    return open != null;
  }

  /** Leaves all loads, and takes none any more. */
  public void stop() {
    synchronized (this) {
      stopping = true;
    }
    for (long load : loads.keySet()) {
      try {
        leave(load);
      } catch (RuntimeException e) { // the cluster may not be active any more
        ignite.log().warning("Graphember: load " + load + " could not be left", e);
      }
    }
  }

  private Load get(long load) {
    Load open = loads.get(load);
    if (open == null) {
      throw new GraphemberException(
          NodeError.LOAD_UNKNOWN,
          "Load %d is not open on this node: it was dropped, or nobody asked after it for %d ms (loadTimeoutMillis in GraphemberConfiguration)."
              .formatted(load, silenceMillis));
    }
    return open;
  }
}
