// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.store.GraphPartition;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.count.WorkTotals;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.quota.JobQuota;
import io.graphember.jobs.quota.NodeQuota;
import io.graphember.jobs.quota.QuotaLimits;
import io.graphember.jobs.resident.GraphLease;
import io.graphember.jobs.resident.GraphLoader;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.footprint.GraphSize;
import io.graphember.training.footprint.LabelLists;
import io.graphember.training.footprint.TrainerMemory;
import io.graphember.training.job.QuotaSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.loop.TrainerContext;
import io.graphember.training.loop.TrainingLoop;
import io.graphember.training.subgraph.SubgraphCounts;
import io.graphember.training.sync.ServedParameters;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a node holds for jobs, by job. Partitions are loaded from this node's own copies when a job
 * opens, unless an earlier job has, and freed when no job needs them. Safe for use by several
 * threads.
 */
public final class LiveStore {
  private static final int MOST_SHUT = 1024;

  /** Blocks of a graph never change, so a backup that is there is as good as the primary copy. */
  private final Cluster cluster;

  private final Caches caches;
  private final MemoryBudget budget;
  private final ResidentGraphs graphs;
  private final RowStorage storage;
  private final ByteStorage topologyPlace;
  private final NodeStates states;
  private final UserMemory users;
  private final NodeThreads threads;
  private final Backends backends;
  private final NativeMemory nativeMemory;
  private final int mostTrainers;
  private final NodeQuota quota;
  private final Map<Long, LiveJob> jobs = new HashMap<>();
  private final Map<Long, Integer> shutEpochs = new ShutEpochs();
  private int trainers;
  private WorkTotals ended = WorkTotals.NONE; // of jobs that hold nothing here any more

  /** An empty store. */
  @Inject
  LiveStore(
      Cluster cluster,
      Caches caches,
      MemoryBudget budget,
      ResidentGraphs graphs,
      RowStorage storage,
      ByteStorage topologyPlace,
      NodeStates states,
      UserMemory users,
      NodeThreads threads,
      Backends backends,
      NativeMemory nativeMemory,
      JobLimits limits,
      NodeQuota quota) {
    this.quota = quota;
    this.threads = threads;
    this.backends = backends;
    this.nativeMemory = nativeMemory;
    this.cluster = cluster;
    this.caches = caches;
    this.budget = budget;
    this.graphs = graphs;
    this.storage = storage;
    this.topologyPlace = topologyPlace;
    this.states = states;
    this.users = users;
    this.mostTrainers = limits.trainers();
  }

  /** The last placement epoch of a job that may not open any more; of the latest jobs. */
  private static final class ShutEpochs extends LinkedHashMap<Long, Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
      return size() > MOST_SHUT;
    }
  }

  /**
   * Loads the partitions that the plan gives to this node, and keeps room for its trainers: threads
   * and the copies of the model.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if a block is not in this
   *     node's copies, or it takes no trainers any more: plan again; or memory or trainers do not
   *     suffice; or the engine has threads that the job does not allow; or the job was stopped
   *     meanwhile. Nothing is held then.
   */
  public void open(JobPlan plan) {
    UUID self = cluster.local().id();
    int[] owned =
        IntStream.range(0, plan.owners().length)
            .filter(p -> plan.owners()[p].equals(self))
            .toArray();
    checkEngine(plan, self);
    GraphInfo graph = plan.graph();
    final String what = "Job %d on graph %s".formatted(plan.job(), graph.name());
    JobMemory memory =
        new JobMemory(
            plan.job(), budget, users.of(plan.owner()), plan.settings().quota().memoryBytes());
    GraphLease lease =
        graphs.lease(
            graph.cache(),
            new GraphLoader(storage, topologyPlace).bytes(graph),
            owned,
            what,
            memory::heapBytes);
    JobQuota ofJob = quota.of(limits(plan.settings().quota()));
    LiveJob job = new LiveJob(plan, memory, ofJob, lease, storage, topologyPlace, self);
    try {
      Share share =
          reserve(job, owned, modelBytes(plan, graph, self), stampBytes(plan, owned, self), what);
      reserveEngine(job, self);
      admit(job).run();
      requireOpen(job, self); // after it counts: whoever drains the node sees it, or it sees that
      load(job, share);
      for (int p : owned) {
        job.resident(p).prepareStamps(samplers(plan, self));
      }
    } catch (RuntimeException | Error e) { // a full heap must not keep the budget too
      job.free();
      forget(job);
      throw e;
    }
  }

  private static QuotaLimits limits(QuotaSettings of) {
    return new QuotaLimits(of.processorPercent(), of.networkBytesPerSecond());
  }

  private static long of(List<Long> byPartition, int partition) {
    return byPartition.isEmpty() ? 0 : byPartition.get(partition);
  }

  /**
   * Partitions that a job is about to have here.
   *
   * @param numbers of the partitions
   * @param what they are for, for messages
   * @param ofGraph their bytes, as its user's
   * @param own what it takes for itself beside them
   */
  private record Share(
      int[] numbers, String what, MemoryBudget.Reservation ofGraph, MemoryBudget.Reservation own) {}

  /**
   * Takes memory.
   *
   * @param ownBytes that the job takes for itself, now
   * @param laterBytes that it takes once its partitions are here
   */
  private static Share reserve(
      LiveJob job, int[] numbers, long ownBytes, long laterBytes, String what) {
    MemoryBudget.Reservation ofGraph = keep(job, job.memory().heapOfUser().take(0, what));
    try {
      job.lease()
          .reserve(numbers, what, ownBytes + laterBytes, job.memory().freeBytes(), ofGraph::grow);
      return new Share(numbers, what, ofGraph, keep(job, job.budget().take(ownBytes, what)));
    } catch (RuntimeException e) {
      job.lease().abandon();
      job.drop(new int[0], List.of(ofGraph));
      throw e;
    }
  }

  private static MemoryBudget.Reservation keep(LiveJob job, MemoryBudget.Reservation memory) {
    if (!job.keep(memory)) {
      throw stopped(job.plan());
    }
    return memory;
  }

  /**
   * Loads partitions of a node that was lost, beside those that the job has here; those that are
   * here already stay. The node need not have been in the plan.
   *
   * @throws GraphemberException as {@link #open}; what was here before stays
   */
  public void takeOver(JobPlan plan, int[] lost) {
    if (find(plan.job()).filter(live -> live.plan().epoch() == plan.epoch()).isEmpty()) {
      open(plan);
    }
    LiveJob job = get(plan.job(), plan.epoch());
    int[] missing = Arrays.stream(lost).filter(p -> !job.holds(p)).toArray();
    Share share =
        reserve(
            job,
            missing,
            0,
            0,
            "Job %d on graph %s, for partitions %s of a node that left,"
                .formatted(plan.job(), job.graph().name(), Arrays.toString(missing)));
    try {
      load(job, share);
    } catch (RuntimeException | Error e) {
      job.lease().abandon();
      job.drop(missing, List.of(share.ofGraph(), share.own()));
      throw e;
    }
  }

  /** Trainers and publishers of a job must not differ in bits from those of another run. */
  private void checkEngine(JobPlan plan, UUID self) {
    if (plan.settings().trainsModel()
        && !plan.computedByPartitions()
        && plan.settings().train().training().repeatable()
        && models(plan, self) > 0) {
      backends.requireRepeatable();
    }
  }

  /** Keeps native memory for the trainers of this node, or else for the one that publishes. */
  private void reserveEngine(LiveJob job, UUID self) {
    JobPlan plan = job.plan();
    final boolean engine = plan.settings().trainsModel() && !plan.computedByPartitions();
    final int models = engine ? models(plan, self) : 0;
    if (models == 0) {
      return;
    }
    EngineMemory memory = backends.memory(plan.backend());
    GraphInfo graph = job.graph();
    final long each =
        TrainerMemory.bytes(
            job.settings(),
            job.task().shape(),
            new GraphSize(
                graph.vertices(),
                graph.edges(),
                graph.inDegrees(),
                job.sparse(RowKind.VERTICES) ? graph.sparseRowFloats() : 0),
            memory,
            job.localTrainers() > 0);
    job.keep(
        nativeMemory.take(
            plan.backend(),
            memory.baseBytes(),
            models * each,
            "Job %d on graph %s".formatted(plan.job(), graph.name()),
            job.memory().nativeOfUser()));
  }

  private void load(LiveJob job, Share share) {
    job.quota()
        .work(
            () -> {
              loadNow(job, share);
              return true;
            });
  }

  private void loadNow(LiveJob job, Share share) {
    final GraphBlocks blocks = GraphBlocks.of(caches, job.graph());
    job.lease()
        .load(
            share.numbers(),
            share.what(),
            threads.workers(job.quota()),
            job,
            p -> load(blocks, p, job));
    threads
        .workers(job.quota())
        .each(
            share.numbers().length,
            1,
            (worker, from, to) -> {
              for (int i = from; i < to; i++) {
                final GraphPartition shared = job.lease().partition(share.numbers()[i]);
                job.put(withMirrors(blocks, shared, job, share.own()), share.own());
              }
            });
  }

  /** Samplers of this node at once, over the partitions that it owns. */
  private static int samplers(JobPlan plan, UUID self) {
    if (!plan.settings().trainsModel() || plan.computedByPartitions()) {
      return 0; // walkers borrow what they need, steps of all partitions draw nothing
    }
    return models(plan, self)
        * TrainerContext.samplers(plan.settings().train().training().prefetch());
  }

  /** Stamps of the samplers over the partitions that this node owns. */
  private static long stampBytes(JobPlan plan, int[] owned, UUID self) {
    final List<Long> vertices = plan.graph().partitionSizes().vertices();
    return Arrays.stream(owned)
        .mapToLong(p -> ResidentPartition.stampBytes(of(vertices, p), samplers(plan, self)))
        .sum();
  }

  /** Copies of the model and lists of labels that trainers and the publisher of this node keep. */
  private static long modelBytes(JobPlan plan, GraphInfo graph, UUID self) {
    if (!plan.settings().trainsModel()) {
      return 0;
    }
    GraphTask task = GraphTask.of(graph, plan.settings());
    ModelSpec spec = plan.settings().ofModel().spec(task.shape());
    final long ranks = Arrays.stream(plan.trainers()).filter(self::equals).count();
    return models(plan, self) * (TrainingLoop.estimateBytes(spec) + countedBytes(plan, graph))
        + servedBytes(plan, spec, self)
        + ranks * LabelLists.trainerBytes(task.labelled(plan.settings()), plan.trainers().length);
  }

  /** What the node of the first trainer takes to serve the parameters. */
  private static long servedBytes(JobPlan plan, ModelSpec spec, UUID self) {
    return plan.trainers().length == 0
            || !plan.trainers()[0].equals(self)
            || !(plan.settings().job() instanceof TrainJob train)
            || train.training().inStep()
        ? 0
        : ServedParameters.estimateBytes(plan.trainers().length, spec.layout().length());
  }

  /** What a trainer takes to count subgraphs before it trains. */
  private static long countedBytes(JobPlan plan, GraphInfo graph) {
    if (!(plan.settings().train().training().batch().view()
        instanceof BatchView.Subgraphs subgraphs)) {
      return 0;
    }
    final SubgraphSizes sizes =
        new SubgraphSizes(graph.vertices(), graph.vertices(), plan.trainers().length);
    return SubgraphCounts.estimateBytes(
        subgraphs.chooser().countedSubgraphs(sizes),
        subgraphs.chooser().mostVertices(sizes),
        graph.edges());
  }

  /** Models at once: one for each trainer, or else one to publish. */
  private static int models(JobPlan plan, UUID self) {
    final int trainers = plan.leads(self).length;
    return trainers == 0 && List.of(plan.predictors()).contains(self) ? 1 : trainers;
  }

  /**
   * Counts a job as open here.
   *
   * @return ends what a coordinator before has left of it, and may wait for that
   */
  private synchronized Runnable admit(LiveJob job) {
    JobPlan plan = job.plan();
    // A call that waited in a queue may come after the end of its job, and would hold slabs
    // forever.
    if (shutEpochs.getOrDefault(plan.job(), 0) >= plan.epoch()
        || !cluster.has(plan.coordinator())) {
      throw stopped(plan);
    }
    final Runnable before =
        Optional.ofNullable(jobs.get(plan.job())).map(this::free).orElse(() -> {});
    if (job.localTrainers() > mostTrainers - trainers) {
      before.run();
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          ("Job %d has %d trainers on this node, where %d of at most %d are taken: lower"
                  + " training.trainers, wait for other jobs, or raise maxTrainers in"
                  + " GraphemberConfiguration.")
              .formatted(plan.job(), job.localTrainers(), trainers, mostTrainers));
    }
    trainers += job.localTrainers();
    jobs.put(plan.job(), job);
    return before;
  }

  /**
   * Work is not given to a node that takes none, if another one does; partitions are served as
   * before.
   */
  private void requireOpen(LiveJob job, UUID self) {
    if (job.localTrainers() > 0 || List.of(job.plan().predictors()).contains(self)) {
      states
          .of(cluster.local())
          .filter(
              state ->
                  states.openToOld(Node::trainer).stream()
                      .noneMatch(node -> node.id().equals(self)))
          .ifPresent(
              state -> {
                throw new GraphemberException(
                    NodeError.NOT_OWNER,
                    "This node takes no trainers in placement epoch %d of job %d: %s."
                        .formatted(job.plan().epoch(), job.plan().job(), state.text()));
              });
    }
  }

  static GraphemberException stopped(JobPlan plan) {
    return new GraphemberException(
        SpiError.CANCELLED, "Job %d was stopped before it began here.".formatted(plan.job()));
  }

  private synchronized void forget(LiveJob job) {
    if (jobs.remove(job.plan().job(), job)) {
      trainers -= job.localTrainers();
    }
  }

  private static GraphPartition load(GraphBlocks blocks, int number, LiveJob job) {
    return job.load(number, key -> local(blocks, key, number, job));
  }

  /** The block of a key; of what a version changes of a partition there may be none. */
  private static byte @Nullable [] local(GraphBlocks blocks, long key, int number, LiveJob job) {
    final Optional<byte[]> block = blocks.local(key);
    if (block.isEmpty() && !BlockKey.isPatch(key)) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "This node does not hold a copy of partition %d of graph %s."
              .formatted(number, job.graph().name()));
    }
    return block.orElse(null);
  }

  /** A job that reads the features of mirrors in place has rows of its own. */
  private static GraphPartition withMirrors(
      GraphBlocks blocks, GraphPartition shared, LiveJob job, MemoryBudget.Reservation memory) {
    if (!job.replicatesBoundary()) {
      return shared;
    }
    memory.grow(shared.estimateMirrorBytes());
    return shared.mirrored(blocks, job);
  }

  /**
   * A job that is open here.
   *
   * @param epoch placement epoch of the request
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public LiveJob get(long job, int epoch) {
    return find(job)
        .filter(live -> live.plan().epoch() == epoch)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NOT_OWNER,
                    "Placement epoch %d of job %d is not open on this node."
                        .formatted(epoch, job)));
  }

  /**
   * Has this thread work for a job that is open here: what it does counts as the job's, and it
   * pauses where the job has a quota.
   *
   * @param epoch placement epoch of the request
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public <R> R work(long job, int epoch, Function<LiveJob, R> work) {
    final LiveJob live = get(job, epoch);
    return live.quota().work(() -> work.apply(live));
  }

  /** The same where nothing is wanted but the work. */
  public void workOn(long job, int epoch, Consumer<LiveJob> work) {
    work(
        job,
        epoch,
        live -> {
          work.accept(live);
          return true;
        });
  }

  /** A job that is open here. */
  public synchronized Optional<LiveJob> find(long job) {
    return Optional.ofNullable(jobs.get(job));
  }

  /** Asks a job's work on this node to stop; what has not begun yet does not begin. */
  public synchronized void cancel(long job, int epoch) {
    shutEpochs.merge(job, epoch, Math::max);
    LiveJob live = jobs.get(job);
    if (live != null && live.plan().epoch() <= epoch) {
      live.cancel();
    }
  }

  /** The same of all jobs; the node stops. */
  public synchronized void cancelAll() {
    jobs.values().forEach(LiveJob::cancel);
  }

  /**
   * Frees the slabs of a job; what of this epoch has not been opened yet is not opened. Nothing is
   * written of its tables any more when this returns.
   */
  public void release(long job, int epoch) {
    Optional<LiveTables> tables = find(job).flatMap(LiveJob::openTables);
    shut(job, epoch).run(); // without the lock: replies leave meanwhile
    tables.ifPresent(LiveTables::awaitWriter);
  }

  private synchronized Runnable shut(long job, int epoch) {
    shutEpochs.merge(job, epoch, Math::max);
    return Optional.ofNullable(jobs.get(job))
        .filter(live -> live.plan().epoch() <= epoch)
        .map(this::free)
        .orElse(() -> {});
  }

  /** Frees what jobs of a coordinator hold that is gone. */
  public void releaseOf(UUID coordinator) {
    List<Runnable> ends = shutOf(coordinator);
    if (ends.isEmpty()) {
      return;
    }
    try {
      threads.coordinators().execute(() -> ends.forEach(Runnable::run)); // discovery must not wait
    } catch (GraphemberException e) { // the node is busy or stops
      ends.forEach(Runnable::run);
    }
  }

  private synchronized List<Runnable> shutOf(UUID coordinator) {
    return List.copyOf(jobs.values()).stream()
        .filter(live -> live.plan().coordinator().equals(coordinator))
        .map(this::free)
        .toList();
  }

  private Runnable free(LiveJob live) {
    ended = ended.plus(live.totals());
    forget(live);
    return live.free();
  }

  /** Later jobs find no graph here: one that the cluster gets may have the name of one it had. */
  public void forgetGraphs() {
    graphs.keepOnly(Set.of());
  }

  /** Later jobs find no graph here that the cluster does not have any more. */
  public void forgetDroppedGraphs() {
    graphs.keepOnly(caches.names());
  }

  /** Jobs that hold slabs here. */
  public synchronized List<LiveJob> all() {
    return List.copyOf(jobs.values());
  }

  /** What this node has done for jobs since it started. */
  public synchronized WorkTotals totals() {
    WorkTotals all = ended;
    for (LiveJob live : jobs.values()) {
      all = all.plus(live.totals());
    }
    return all;
  }

  /** Number of trainers that jobs have on this node. */
  public synchronized int runningTrainers() {
    return trainers;
  }

  /** Number of partitions that jobs hold here, each once for each job. */
  public synchronized int heldPartitions() {
    return jobs.values().stream().mapToInt(job -> job.held().length).sum();
  }

  /** Number of jobs that hold slabs here. */
  public synchronized int openJobs() {
    return jobs.size();
  }
}
