// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.NodeCounts;
import io.graphember.graph.GraphError;
import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.SumRequest;
import io.graphember.graph.store.GraphPartition;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.count.PageFaults;
import io.graphember.jobs.count.WorkTotals;
import io.graphember.jobs.quota.JobQuota;
import io.graphember.jobs.resident.GraphLease;
import io.graphember.jobs.resident.GraphLoader;
import io.graphember.jobs.watchdog.EngineTurns;
import io.graphember.kernels.half.HalfRows;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.DenseRows;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowStorage;
import io.graphember.memory.SparseSlab;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one node holds of one job: its slabs, and whether the job should stop. Answers requests of
 * the job's placement epoch, whatever Ignite has moved meanwhile.
 *
 * <p>Safe for use by several threads.
 */
public final class LiveJob implements Cancellation, EngineTurns {
  private final JobPlan plan;
  private final JobMemory memory;
  private final JobQuota quota;
  private final Cancellation paced;
  private final GraphLease lease;
  private final RowStorage storage;
  private final ByteStorage topologyPlace;
  private final GraphInfo graph;
  private final JobSettings settings;
  private final List<MemoryBudget.Reservation> reservations = new ArrayList<>();
  private final Owners owners;
  private final AtomicReferenceArray<GraphPartition> partitions;
  private final AtomicReferenceArray<ResidentPartition> residents;
  private final JobSums sums;
  private final StepMail steps = new StepMail();
  private final JobServers servers = new JobServers();
  private final int localTrainers;
  private final JobWork work;
  private final PageFaults faults = PageFaults.fromNow();
  private volatile @Nullable GraphTask task; // once it is asked for
  private volatile @Nullable LiveTables tables; // once they are open
  private volatile @Nullable LiveInference inference; // once it is open
  private volatile boolean cancelled;
  private volatile boolean moving;
  private volatile long listBytes; // written by one thread at a time
  private boolean freed;
  private final Object wholeLock = new Object();
  private volatile @Nullable WholeTopology whole; // once a trainer draws by it
  private final Map<Boolean, Optional<FutureTask<JoinedLists>>> joined =
      new HashMap<>(); // by direction, once a sampler asks

  /**
   * A job that holds nothing yet.
   *
   * @param memory what it takes, and of whom
   * @param quota processor time and bytes to other nodes that it may take
   * @param lease of its graph; closed with the job
   * @param storage where dense features lie
   * @param topologyPlace where topology lies for which the heap has no room
   */
  LiveJob(
      JobPlan plan,
      JobMemory memory,
      JobQuota quota,
      GraphLease lease,
      RowStorage storage,
      ByteStorage topologyPlace,
      UUID self) {
    this.plan = plan;
    this.memory = memory;
    this.quota = quota;
    this.paced = quota.paced(() -> cancelled);
    this.work = new JobWork(quota);
    this.graph = plan.graph();
    this.settings = plan.settings();
    this.lease = lease;
    this.storage = storage;
    this.topologyPlace = topologyPlace;
    this.owners = new Owners(plan.owners());
    this.partitions = new AtomicReferenceArray<>(plan.owners().length);
    this.residents = new AtomicReferenceArray<>(plan.owners().length);
    this.sums = new JobSums(plan.trainers().length);
    this.localTrainers = plan.leads(self).length;
  }

  /** The plan of the job. */
  public JobPlan plan() {
    return plan;
  }

  /** The heap that the job may take: the node's budget, within that of the job's user. */
  public MemoryBudget budget() {
    return memory.heap();
  }

  /** What the job has taken of the node. */
  public JobMemory memory() {
    return memory;
  }

  /** The graph of the job. */
  public GraphInfo graph() {
    return graph;
  }

  /** What a job that trains a model is to do. */
  public GraphTask task() {
    GraphTask known = task;
    if (known == null) {
      known = GraphTask.of(graph, settings);
      task = known;
    }
    return known;
  }

  /** The job's settings. */
  public JobSettings settings() {
    return settings;
  }

  /** Where its partitions are. */
  public Owners owners() {
    return owners;
  }

  /**
   * The tables of the job that are here.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if none were opened
   */
  public LiveTables tables() {
    final LiveTables open = tables;
    if (open == null) {
      throw withoutTables();
    }
    return open;
  }

  /** The tables of the job that are here; empty if none were opened. */
  Optional<LiveTables> openTables() {
    return Optional.ofNullable(tables);
  }

  /** Not open yet, or not any more. */
  GraphemberException withoutTables() {
    return new GraphemberException(
        NodeError.NOT_OWNER,
        "The tables of job %d are not open on this node in placement epoch %d."
            .formatted(plan.job(), plan.epoch()));
  }

  /** Gives the job its tables. */
  void open(LiveTables opened) {
    tables = opened;
  }

  /**
   * The share of inference that is here.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if none was opened
   */
  public LiveInference inference() {
    final LiveInference open = inference;
    if (open == null) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "Inference of job %d is not open on this node in placement epoch %d."
              .formatted(plan.job(), plan.epoch()));
    }
    return open;
  }

  /** Gives the job its share of inference; closed at once if the job is freed already. */
  public synchronized void open(LiveInference opened) {
    if (freed) {
      opened.close();
      throw LiveStore.stopped(plan);
    }
    inference = opened;
  }

  /** Rounds of the job's collective. */
  public JobSums sums() {
    return sums;
  }

  /** The parameters that are served here. */
  public JobServers servers() {
    return servers;
  }

  /** What other nodes have sent for steps of all partitions. */
  public StepMail steps() {
    return steps;
  }

  /** Trainers that the plan gives to this node, those that step together as one. */
  int localTrainers() {
    return localTrainers;
  }

  /** True if every partition of the job has the feature rows of its mirrors too. */
  public boolean mirrored() {
    return partitions.length() == 1 || replicatesBoundary();
  }

  boolean replicatesBoundary() {
    return settings.job() instanceof TrainJob train
        && train.training().replicateBoundary()
        && graph.vertexTypes().size() == 1
        && graph.featureDim() > 0
        && !graph.sparse();
  }

  /**
   * Adds a partition.
   *
   * @param memory grows by what its users make later
   */
  void put(GraphPartition partition, MemoryBudget.Reservation memory) {
    residents.set(
        partition.number(),
        new ResidentPartition(
            partition.number(),
            partition.topology(),
            partition.edgeData(),
            partition.vertexData(),
            memory));
    partitions.set(partition.number(), partition);
  }

  /** Bytes of heap of the partitions held here and their joined lists, which jobs may share. */
  public long graphBytes() {
    return graphBytes(held()) + listBytes;
  }

  /** Bytes of heap that some partitions of the graph take here, loaded or not. */
  public long graphBytes(int[] numbers) {
    return lease.bytes(numbers);
  }

  /**
   * Loads a partition of the graph with all that is known of its vertices and edges.
   *
   * @param blocks gives the block of a key, or null
   * @throws GraphemberException with code {@link GraphError#SECTION_CORRUPT}
   */
  public GraphPartition load(int number, LongFunction<byte @Nullable []> blocks) {
    return new GraphLoader(storage, topologyPlace).load(graph, lease, number, blocks, this);
  }

  /** Its graph in the memory of this node. */
  GraphLease lease() {
    return lease;
  }

  /**
   * The lists of all partitions in one, if they all lie here and half of the memory that is free
   * holds them; all jobs on the graph share them.
   *
   * @param in true for in-edges
   */
  public Optional<JoinedLists> joined(boolean in) {
    final Optional<FutureTask<JoinedLists>> lists;
    synchronized (this) { // and not while they are joined: whoever frees the job would wait
      lists =
          freed || held().length < partitions.length()
              ? Optional.empty()
              : joined.computeIfAbsent(in, this::askForLists); // it does not ask again
    }
    return lists.flatMap(task -> lease.join(in, task));
  }

  private Optional<FutureTask<JoinedLists>> askForLists(boolean in) {
    final String what = "Job %d, for joined lists,".formatted(plan.job());
    return lease.lists(in, what, bytes -> takeOfUser(bytes, what));
  }

  private boolean takeOfUser(long bytes, String what) {
    final MemoryBudget ofUser = memory.heapOfUser();
    if (bytes > (ofUser.limitBytes() - ofUser.takenBytes()) / 2) {
      return false;
    }
    try {
      final boolean kept = keep(ofUser.take(bytes, what));
      listBytes += kept ? bytes : 0;
      return kept;
    } catch (GraphemberException e) { // a job can do without
      return false;
    }
  }

  /**
   * The topology of the whole graph in this node; read when it is asked for first, by one thread
   * while others wait.
   *
   * @param blocks gives the block of a key, or null
   * @throws GraphemberException if it does not fit the memory budget, or a block is damaged
   */
  public WholeTopology wholeTopology(LongFunction<byte @Nullable []> blocks) {
    synchronized (wholeLock) { // not that of the job, which may be freed meanwhile
      WholeTopology known = whole;
      if (known == null) {
        known = WholeTopology.load(this, number -> drawn(number, blocks));
        whole = known;
      }
      return known;
    }
  }

  private GraphPartition.Drawn drawn(int number, LongFunction<byte @Nullable []> blocks) {
    return GraphPartition.loadDrawn(
        number,
        graph.vertexTypes().size(),
        graph.vertexAttributes(),
        GraphLoader.edgeRows(graph),
        blocks,
        storage,
        ByteStorage.HEAP,
        this);
  }

  /** True if a partition is held here. */
  boolean holds(int number) {
    return partitions.get(number) != null;
  }

  /** Forgets partitions that could not all be loaded, and gives their memory back. */
  synchronized void drop(int[] numbers, List<MemoryBudget.Reservation> taken) {
    for (int p : numbers) {
      partitions.set(p, null);
      residents.set(p, null);
    }
    reservations.removeAll(taken);
    taken.forEach(MemoryBudget.Reservation::close);
  }

  /** Keeps memory until the job is freed; false, and given back, if it is freed already. */
  public synchronized boolean keep(MemoryBudget.Reservation memory) {
    if (freed) {
      memory.close();
      return false;
    }
    reservations.add(memory);
    return true;
  }

  /** Numbers of the partitions held here. */
  public int[] held() {
    List<Integer> held = new ArrayList<>();
    for (int p = 0; p < partitions.length(); p++) {
      if (partitions.get(p) != null) {
        held.add(p);
      }
    }
    return held.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * A partition held here.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public GraphPartition partition(int number) {
    GraphPartition partition =
        number >= 0 && number < partitions.length() ? partitions.get(number) : null;
    if (partition == null) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "This node does not own partition %d of graph %s in placement epoch %d of job %d."
              .formatted(number, graph.name(), plan.epoch(), plan.job()));
    }
    return partition;
  }

  /**
   * A partition held here, as operators of sampling read it.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public ResidentPartition resident(int number) {
    partition(number);
    return residents.get(number);
  }

  /** Answers requests to partitions held here. */
  public <R extends PartitionReply> List<R> answer(List<? extends PartitionRequest<R>> requests) {
    List<R> replies = new ArrayList<>(requests.size());
    for (PartitionRequest<R> request : requests) {
      replies.add(request.answer(resident(request.partition())));
    }
    return replies;
  }

  /** Floats of a row. */
  public int rowDim(RowKind kind) {
    return switch (kind) {
      case VERTICES -> task().shape().inputDim(settings.ofModel().model().learnableDim());
      case EDGES ->
          graph.edgeTypes().stream().mapToInt(GraphInfo.Edges::featureDim).max().orElse(0);
      case TARGETS -> task().vertices().targets().size();
    };
  }

  /** The matrix that has just the rows of a partition held here; empty if there is none. */
  public Optional<RowMatrix> rowsInPlace(RowKind kind, int partition) {
    return rowMatrix(kind, partition)
        .filter(matrix -> matrix instanceof DenseRows || matrix instanceof SparseSlab);
  }

  /** True if rows are fetched sparse. */
  public boolean sparse(RowKind kind) {
    return kind == RowKind.VERTICES && graph.sparse() && !task().shape().learned();
  }

  /** How rows travel that are not fetched sparse; empty for float32. */
  public Optional<HalfRows> halfRows(RowKind kind) {
    return kind == RowKind.VERTICES && !task().shape().learned()
        ? HalfRows.of(graph.rowPrecision())
        : Optional.empty();
  }

  /** The rows of a partition; empty if its edges have none. */
  private Optional<RowMatrix> rowMatrix(RowKind kind, int number) {
    GraphPartition partition = partition(number);
    return switch (kind) {
      case VERTICES -> Optional.of(partition.inputRows(rowDim(kind)));
      case EDGES -> Optional.ofNullable(partition.edgeData().features());
      case TARGETS -> Optional.of(partition.targetRows(task().vertexType()));
    };
  }

  /** Copies rows out. */
  public List<float[]> rows(RowKind kind, List<RowRequest> requests) {
    List<float[]> replies = new ArrayList<>(requests.size());
    for (RowRequest request : requests) {
      replies.add(copy(rowMatrix(kind, request.partition()), request));
      work.rowsServed(request.rows().length);
      rowsRead(kind, request.rows().length);
    }
    return replies;
  }

  private static float[] copy(Optional<RowMatrix> matrix, RowRequest request) {
    requireRows(matrix, request);
    final int dim = matrix.map(RowMatrix::dim).orElse(0);
    float[] out = new float[Math.multiplyExact(request.rows().length, dim)];
    for (int i = 0; i < request.rows().length; i++) {
      matrix.orElseThrow().read(request.rows()[i], out, i * dim);
    }
    return out;
  }

  private static void requireRows(Optional<RowMatrix> matrix, RowRequest request) {
    final int rows = matrix.map(RowMatrix::rows).orElse(0);
    for (int row : request.rows()) {
      if (row < 0 || row >= rows) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request names row %d, partition %d has %d rows."
                .formatted(row, request.partition(), rows));
      }
    }
  }

  /** Copies rows out without their zeros. */
  public List<CsrRows> sparseRows(RowKind kind, List<RowRequest> requests) {
    List<CsrRows> replies = new ArrayList<>(requests.size());
    for (RowRequest request : requests) {
      Optional<RowMatrix> matrix = rowMatrix(kind, request.partition());
      requireRows(matrix, request);
      CsrRows.Builder rows = new CsrRows.Builder(rowDim(kind), request.rows().length, 0);
      for (int row : request.rows()) {
        matrix.orElseThrow().append(row, rows);
      }
      replies.add(rows.build());
      work.rowsServed(request.rows().length);
    }
    return replies;
  }

  /** Adds feature rows up. */
  public List<float[]> sums(List<SumRequest> requests) {
    List<float[]> replies = new ArrayList<>(requests.size());
    for (SumRequest request : requests) {
      GraphPartition partition = partition(request.partition());
      replies.add(
          request.answer(partition.topology(), partition.inputRows(rowDim(RowKind.VERTICES))));
      final long rows = request.rows(partition.topology());
      work.rowsServed(rows);
      rowsRead(RowKind.VERTICES, rows);
    }
    return replies;
  }

  /** Counts rows that were read here, if they lie in mapped files. */
  public void rowsRead(RowKind kind, long rows) {
    if (storage != RowStorage.HEAP && kind != RowKind.TARGETS && !graph.sparse()) {
      work.mappedRowsRead(rows);
    }
  }

  /** What the job may take of the node. */
  public JobQuota quota() {
    return quota;
  }

  /** What is done here, counted. */
  public JobWork work() {
    return work;
  }

  /** Asks the job's work on this node to stop. */
  public void cancel() {
    cancelled = true;
  }

  /** Asks the job to end here behind its epoch, and to leave its state to who goes on with it. */
  public void move() {
    moving = true;
  }

  /** True if the job was asked to go on elsewhere. */
  public boolean moves() {
    return moving;
  }

  /**
   * Ends the job here if it is to go on elsewhere; called when its state was kept.
   *
   * @throws GraphemberException with code {@link NodeError#JOB_MOVING}
   */
  public void leave() {
    if (moving) {
      throw new GraphemberException(
          NodeError.JOB_MOVING,
          "Job %d goes on on other nodes from its last checkpoint.".formatted(plan.job()));
    }
  }

  @Override
  public boolean requested() {
    return cancelled;
  }

  /** Where work may be stopped it is paused, too, if it has done more than its share. */
  @Override
  public void check() {
    paced.check();
  }

  /** Pauses before the call, so that no watch counts the pause. */
  @Override
  public <R> R take(Supplier<R> call) {
    check();
    return quota.engine(call);
  }

  /** What metrics show of what this node did for the job. */
  public WorkTotals totals() {
    long sampledEdges = 0;
    for (int p = 0; p < residents.length(); p++) {
      final ResidentPartition resident = residents.get(p);
      sampledEdges += resident == null ? 0 : resident.sampledEdges();
    }
    return work.totals(sampledEdges + copiedEdges());
  }

  /** Edges that were drawn of copies of other nodes' partitions. */
  private long copiedEdges() {
    final WholeTopology copies = whole;
    return copies == null ? 0 : copies.sampledEdges();
  }

  /**
   * What this node did for the job.
   *
   * @param others the server nodes of the cluster
   */
  public NodeCounts counts(Node node, List<Node> others) {
    long rows = 0;
    long gathers = 0;
    long sampledEdges = 0;
    int[] held = held();
    for (int p : held) {
      for (RowMatrix slab : partitions.get(p).featuresByType()) {
        rows += slab == null ? 0 : slab.rows();
      }
      gathers += residents.get(p).gathers();
      sampledEdges += residents.get(p).sampledEdges();
    }
    return work.counts(
        node,
        others,
        held,
        rows,
        gathers,
        sampledEdges + copiedEdges(),
        openTables().map(LiveTables::replayedSteps).orElse(0L),
        faults.count());
  }

  /**
   * Forgets all that is held here and gives its memory back.
   *
   * @return ends what was open, and may wait for it
   */
  synchronized Runnable free() {
    final LiveTables openTables = tables;
    final LiveInference openInference = inference;
    cancelled = true;
    freed = true;
    for (int p = 0; p < partitions.length(); p++) {
      partitions.set(p, null);
      residents.set(p, null);
    }
    joined.clear();
    whole = null;
    tables = null;
    inference = null;
    reservations.forEach(MemoryBudget.Reservation::close);
    lease.close();
    return () -> {
      servers.stop(
          new GraphemberException(
              NodeError.NOT_OWNER,
              "The parameters of job %d are not served any more in placement epoch %d."
                  .formatted(plan.job(), plan.epoch())));
      if (openTables != null) {
        openTables.stop();
      }
      if (openInference != null) {
        openInference.close();
      }
    };
  }
}
