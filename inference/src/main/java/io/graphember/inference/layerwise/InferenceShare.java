// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.GraphError;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InLists;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.lists.ResidentLists;
import io.graphember.inference.lists.SampledLists;
import io.graphember.inference.slice.Slice;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One process's share of inference over a graph: it computes the masters of some partitions. All
 * shares go through the same stages, and each stage begins when all have ended the one before:
 *
 * <pre>
 * open, begin, then for each layer: fill, sum, pass; close
 * </pre>
 *
 * <p>Meanwhile it answers the others: {@link #edges} from the beginning, {@link #rows} in fill,
 * {@link #sums} in sum. Stages are run by one thread, answers are given by any. The same bits
 * whatever partition is where: sums of a vertex are made partition by partition, and added in the
 * order of partitions.
 */
public final class InferenceShare implements AutoCloseable {
  private final List<Slice> slices;
  private final InferencePartition[] home;
  private final List<InferencePartition> partitions;
  private final InferencePeers peers;
  private final Cancellation cancellation;
  private final Optional<StorageSettings> storage;
  private final Workers workers;
  private final LayerPass.Engine engine;
  private final NeighborDraws draws;
  private final ForeignPartitions foreign;
  private final ResidentLists[] resident;
  private final RowFill rowFill;
  private MemoryBudget.@Nullable Reservation memory; // null until it is open
  private volatile @Nullable HiddenRows kept; // what the layer in work reads
  private volatile int layer = -1; // its number, once its masters are there
  private volatile boolean filled; // its mirrors are there
  private double fillSeconds;
  private long filledRows;

  /**
   * A share that has not begun.
   *
   * @param partitions whose masters it computes, in order; their input rows are of the model's
   *     input width
   * @param all number of partitions of the graph
   * @param peers who compute the others
   * @param workers threads to compute with
   * @param draws how many in-neighbours are looked at
   * @param storage where rows are between layers; empty for memory
   */
  public InferenceShare(
      SlicedModel model,
      List<InferencePartition> partitions,
      int all,
      InferencePeers peers,
      Workers workers,
      Cancellation cancellation,
      NeighborDraws draws,
      Optional<StorageSettings> storage) {
    this.draws = draws;
    this.slices = model.slices();
    this.partitions = List.copyOf(partitions);
    this.peers = peers;
    this.workers = workers;
    this.cancellation = cancellation;
    this.storage = storage;
    home = new InferencePartition[all];
    resident = new ResidentLists[all];
    for (InferencePartition partition : partitions) {
      home[partition.number()] = partition;
      resident[partition.number()] = new ResidentLists(partition);
    }
    engine = new LayerPass.Engine(model, workers, cancellation);
    foreign = new ForeignPartitions(home, slices, shape(), draws);
    rowFill = new RowFill(home, peers, workers, cancellation);
  }

  private InEdgesShape shape() {
    return InEdgesShape.of(
        slices, partitions.isEmpty() ? 0 : partitions.get(0).topology().types().edgeTypes());
  }

  private boolean normalized() {
    return shape().inDegrees();
  }

  private boolean keepsInput(Slice slice) {
    return slice.layer() == 0 && slice.keepsInput();
  }

  /** Bytes of heap that it takes at most, beside a few MiB a worker; once it is open. */
  public long estimateBytes() {
    final long vertices = partitions.stream().mapToLong(p -> p.topology().vertices()).sum();
    final long fixed = foreign.listBytes() + (normalized() ? 4 * vertices : 0);
    if (storage.isPresent()) {
      return storage.get().cacheBytes() + fixed + workers.count() * workerBytes(storage.get());
    }
    long most = 0;
    long before = 0;
    for (Slice slice : slices) {
      final long rows = Arrays.stream(foreign.rows(slice.layer())).asLongStream().sum();
      final long bytes =
          keepsInput(slice)
              ? MemoryRows.estimateInputBytes(partitions, rows)
              : MemoryRows.estimateBytes(slice, partitions, rows);
      most = Math.max(most, before + bytes);
      before = bytes;
    }
    return most + fixed;
  }

  /** Bytes of the chunks and sums that one worker has in hand. */
  private long workerBytes(StorageSettings settings) {
    long most = 0;
    for (Slice slice : slices) {
      final boolean stored = settings.outputs().contains(slice.layer());
      final long columns =
          4L * slice.shared().columns()
              + 2L * slice.own().columns()
              + (stored ? 2L * slice.program().output().columns() : 0);
      most = Math.max(most, 4 * columns * settings.mostMasters(partitions));
    }
    return 2 * most + ChunkAggregation.EDGE_BYTES; // of two adjacent slices
  }

  /**
   * Fetches what does not change from layer to layer. The others must be there.
   *
   * @param budget what everything is taken from before it is fetched or allocated
   * @throws GraphemberException with code MEMORY_BUDGET_EXCEEDED if it does not fit
   */
  public void open(MemoryBudget budget) {
    MemoryBudget.Reservation ofLists =
        budget.take(
            foreign.listBytes(),
            "inference over the whole graph, for %d in-edges that other nodes have of masters here,"
                .formatted(foreign.edges()));
    memory = ofLists;
    foreign.fetch(peers, cancellation);
    final long bytes = estimateBytes();
    ofLists.close();
    memory = budget.take(bytes, "inference over the whole graph");
    for (InferencePartition partition : partitions) {
      if (normalized()) {
        resident[partition.number()].normalize();
      }
    }
  }

  /** Rows that a layer keeps here at most, once it is open: of masters, mirrors, and others. */
  public long mostRows() {
    final long here = partitions.stream().mapToLong(p -> p.topology().vertices()).sum();
    long most = 0;
    for (Slice slice : slices) {
      most = Math.max(most, Arrays.stream(foreign.rows(slice.layer())).asLongStream().sum());
    }
    return here + most;
  }

  /** Keeps what layer 0 reads of the masters here. */
  public void begin() {
    begin(LayerOutput.NONE);
  }

  /**
   * The same.
   *
   * @param output is shown what is kept, where that is not the input itself
   */
  public void begin(LayerOutput output) {
    final HiddenRows first = room(slices.get(0));
    kept = first;
    if (!slices.get(0).keepsInput()) {
      LayerPass.Stage stage = new LayerPass.Stage(slices.get(0), first);
      try (LayerPass pass = LayerPass.beforeFirst(engine, stage, lists(0), output)) {
        partitions.forEach(pass::transformInput);
      }
    }
    ready(0, first);
  }

  private HiddenRows room(Slice slice) {
    final int[] rows = foreign.rows(slice.layer());
    final boolean ofInput = keepsInput(slice);
    final int columns = ofInput ? slice.program().operation(0).columns() : slice.shared().columns();
    if (storage.isPresent()) {
      return new StoredRows(slice, home, rows, storage.get(), ofInput, columns);
    }
    return ofInput
        ? MemoryRows.ofInput(slice, home, rows, columns)
        : MemoryRows.of(slice, home, rows);
  }

  private void ready(int next, HiddenRows rows) {
    filled = false;
    rows.mastersDone();
    layer = next;
  }

  private NeighborLists lists(int of) {
    InLists[] lists = new InLists[home.length];
    Arrays.setAll(lists, q -> home[q] == null ? foreign.lists(of, q) : home(of, q));
    return new NeighborLists(home, lists, draws);
  }

  private InLists home(int of, int q) {
    return draws.limits() ? new SampledLists(home[q], resident[q], draws, of) : resident[q];
  }

  private HiddenRows inWork() {
    final HiddenRows rows = kept;
    if (rows == null) {
      throw new IllegalStateException("no layer is in work");
    }
    return rows;
  }

  /** Brings rows to the partitions here, from each other and from other processes. */
  public void fill(int of) {
    final long begun = System.nanoTime();
    final HiddenRows rows = inWork();
    filledRows = rowFill.rows(of, rows, foreign);
    rows.rowsDone();
    filled = true;
    fillSeconds = (System.nanoTime() - begun) / 1e9;
  }

  /** Brings sums to the partitions here that other processes have made. */
  public void sum(int of) {
    final long begun = System.nanoTime();
    final HiddenRows rows = inWork();
    filledRows += rowFill.sums(of, rows, foreign);
    rows.sumsDone();
    fillSeconds += (System.nanoTime() - begun) / 1e9;
  }

  /**
   * Computes a layer for all masters here, and transforms for the next one.
   *
   * @param output takes the rows of the layer
   * @return where the time went
   */
  public LayerTimes pass(int of, LayerOutput output, LayerwiseInference.Progress progress) {
    final long begun = System.nanoTime();
    final boolean last = of == slices.size() - 1;
    final HiddenRows read = inWork();
    final Optional<LayerPass.Stage> next =
        last
            ? Optional.empty()
            : Optional.of(new LayerPass.Stage(slices.get(of + 1), room(slices.get(of + 1))));
    layer = -1; // nobody asks for its rows any more
    kept = next.map(LayerPass.Stage::rows).orElse(null);
    try (read;
        LayerPass pass =
            new LayerPass(
                engine,
                Optional.of(new LayerPass.Stage(slices.get(of), read)),
                next,
                lists(of),
                stored(of),
                output)) {
      partitions.forEach(partition -> pass.compute(partition, progress));
      LayerTimes times =
          pass.times(fillSeconds, filledRows, fillSeconds + (System.nanoTime() - begun) / 1e9);
      next.ifPresent(stage -> ready(of + 1, stage.rows()));
      return times;
    }
  }

  private Optional<StoredOutput> stored(int of) {
    return storage
        .filter(settings -> settings.outputs().contains(of))
        .map(settings -> new StoredOutput(slices.get(of), home, settings));
  }

  /**
   * Shared rows of masters here, for another process.
   *
   * @param of the layer that reads them
   * @param masters local numbers in the partition
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  public float[] rows(int of, int partition, int[] masters) {
    final HiddenRows rows = served(of, partition, layer == of);
    requireVertices(partition, masters, home[partition].topology().masters());
    requirePiece(masters.length, 4L * rows.columns());
    final float[] answer = new float[masters.length * rows.columns()];
    for (int i = 0; i < masters.length; i++) {
      rows.readMaster(partition, masters[i], answer, i * rows.columns());
    }
    return answer;
  }

  /**
   * Sums over in-edges here, for another process; see {@link #rows}.
   *
   * @param vertices local numbers in the partition
   */
  public float[] sums(int of, int partition, int[] vertices) {
    final HiddenRows rows = served(of, partition, layer == of && filled);
    if (Foreign.of(slices.get(of)) != Foreign.SUMS) {
      throw refused("layer %d has no sums".formatted(of));
    }
    requireVertices(partition, vertices, home[partition].topology().vertices());
    requirePiece(vertices.length, 4L * rows.columns());
    final float[] answer = new float[vertices.length * rows.columns()];
    rows.aggregator(lists(of)).sum(partition, vertices, answer);
    return answer;
  }

  /** In-edges here, for another process; see {@link #rows}. */
  public InEdges edges(int of, int partition, int[] vertices, InEdgesShape asked) {
    requireHome(partition);
    if (!asked.equals(shape())) {
      throw refused("edges are asked for as %s, here they are %s".formatted(asked, shape()));
    }
    if (of < 0 || of >= slices.size()) {
      throw refused("there is no layer %d".formatted(of));
    }
    requireVertices(partition, vertices, home[partition].topology().vertices());
    return new ServedEdges(home[partition], home(of, partition), asked).of(vertices);
  }

  private HiddenRows served(int of, int partition, boolean there) {
    requireHome(partition);
    final HiddenRows rows = kept;
    if (!there || rows == null) {
      throw refused("layer %d is asked for, which is not in work here".formatted(of));
    }
    return rows;
  }

  private void requireHome(int partition) {
    if (partition < 0 || partition >= home.length || home[partition] == null) {
      throw refused("partition %d is not computed here".formatted(partition));
    }
  }

  private static void requirePiece(int count, long rowBytes) {
    if (count > 1 && count * rowBytes > InferencePeers.PIECE_BYTES) {
      throw refused("%d rows are more than a piece".formatted(count));
    }
  }

  private static void requireVertices(int partition, int[] vertices, int end) {
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= end) {
        throw refused("vertex %d is not one of partition %d".formatted(vertex, partition));
      }
    }
  }

  static GraphemberException refused(String why) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE, "A request of inference is refused: %s.".formatted(why));
  }

  @Override
  public void close() {
    layer = -1;
    try (MemoryBudget.Reservation taken = memory;
        HiddenRows last = kept) {
      kept = null;
    }
  }
}
