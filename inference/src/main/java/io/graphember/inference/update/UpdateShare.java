// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.inference.layerwise.Foreign;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerPass;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.InLists;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One process's share of inference that follows a graph: what a whole pass has computed of the
 * masters of some partitions is kept, and after a change only what can be another is computed again
 * (ideas: RIPPLE, arXiv 2505.12112; InkStream, arXiv 2309.11071). All neighbours are looked at.
 *
 * <pre>
 * open, a whole pass with {@link #keeping}; then for each change:
 * begin, then for each layer: spread, gather, pass; end
 * </pre>
 *
 * <p>All shares go through the same stages, and each begins when all have ended the one before.
 * Meanwhile a share answers the others. Stages are run by one thread, answers are given by any.
 *
 * <p>Where a layer adds up rows, a sum S of a vertex becomes
 *
 * <pre>
 * S + (old rows over edges added) - (old rows over edges removed)
 *   + (new row - old row, over edges as they are now)
 * </pre>
 *
 * <p>Edges change with rows as they were; then rows change along edges as they are. So an edge that
 * is added between two vertices that change brings old and difference, which is the new row; one
 * that is removed takes the old row, and no difference comes along it. A vertex that is new has
 * zeros for its old row. Rows weighted by in-degrees are weighted by those of then and of now.
 *
 * <p>Every other layer (maxima, means by type, attention, what looks at edges) computes a vertex
 * from all of its in-neighbours if anything of them has changed, with the bits of a whole pass. So
 * does a sum that has rounded too often. The same bits whatever partition is where.
 *
 * <p>A share that was left in the middle of a change, by whatever was thrown, keeps nothing of use:
 * it is closed, and another one begins with a whole pass.
 */
public final class UpdateShare implements AutoCloseable {
  private static final int PIECE_EDGES = 1 << 18; // that are fetched together

  private final SlicedModel model;
  private final UpdatePeers peers;
  private final Workers workers;
  private final Cancellation cancellation;
  private final LayerPass.Engine engine;
  private final List<KeptLayer> layers;
  private final ChangeInWork state;
  private final UpdateAnswers answers;
  private MemoryBudget.@Nullable Reservation memory; // null until it is open
  private MemoryBudget.@Nullable Reservation work;
  private ChangedGraph change = ChangedGraph.ofEdges(ChangedEdges.NONE, ChangedEdges.NONE);
  private int[][] created = {}; // local numbers by partition of this process, ascending
  private int[][] deleted = {};
  private int[][] touched = {}; // that the layer in work computes
  private long spreadEdges;
  private long sumsAnew;
  private boolean whole = true; // what is kept is of one graph

  /**
   * A share that keeps nothing yet.
   *
   * @param partitions whose masters it keeps, with their rows in the order of local numbers
   * @param all number of partitions of the graph
   * @param peers who keep the others
   * @param workers threads to compute with
   */
  public UpdateShare(
      SlicedModel model,
      List<InferencePartition> partitions,
      int all,
      UpdatePeers peers,
      Workers workers,
      Cancellation cancellation) {
    this.model = model;
    this.peers = peers;
    this.workers = workers;
    this.cancellation = cancellation;
    engine = new LayerPass.Engine(model, workers, cancellation);
    layers = model.slices().stream().map(KeptLayer::new).toList();
    state = new ChangeInWork(layers, byNumber(partitions, all));
    answers = new UpdateAnswers(state);
  }

  /** What it answers to others, from when it is open until it is closed. */
  public UpdatePeers answers() {
    return answers;
  }

  private static InferencePartition[] byNumber(List<InferencePartition> partitions, int all) {
    InferencePartition[] home = new InferencePartition[all];
    for (InferencePartition partition : partitions) {
      if (!partition.order().byLocal()) {
        throw new IllegalArgumentException(
            "rows of partition %d are not in the order of local numbers"
                .formatted(partition.number()));
      }
      home[partition.number()] = partition;
    }
    return home;
  }

  /** Bytes of heap that it keeps. */
  public long estimateBytes() {
    return bytes(state.home);
  }

  private long bytes(InferencePartition[] of) {
    long bytes = 0;
    for (InferencePartition partition : of) {
      for (KeptLayer kept : layers) {
        bytes += partition == null ? 0 : kept.bytes(partition.topology().masters());
      }
    }
    return bytes;
  }

  /**
   * Makes room for what a whole pass gives.
   *
   * @param budget what everything is taken from before it is allocated
   * @throws GraphemberException with code MEMORY_BUDGET_EXCEEDED if it does not fit
   */
  public void open(MemoryBudget budget) {
    memory =
        budget.take(estimateBytes(), "rows between the layers of a model that follows a graph");
    work = budget.take(0, "inference of what has changed of a graph");
    ensure();
  }

  private void ensure() {
    for (int p = 0; p < state.home.length; p++) {
      for (KeptLayer kept : layers) {
        if (state.home[p] != null) {
          kept.ensure(
              state.home.length, p, state.home[p].topology().masters(), state.home[p].input());
        }
      }
    }
  }

  /** Keeps what a whole pass over the same partitions shows, which goes on to an output. */
  public LayerOutput keeping(LayerOutput output) {
    return new LayerOutput() {
      @Override
      public void accept(
          int of, int partition, int[] masters, int count, float[] rows, int stride) {
        output.accept(of, partition, masters, count, rows, stride);
      }

      @Override
      public void transformed(int of, int partition, int[] masters, SliceBatch batch) {
        layers.get(of).keepTransformed(partition, masters, batch);
      }

      @Override
      public void aggregated(int of, int partition, int[] masters, SliceBatch batch) {
        if (layers.get(of).adds()) {
          layers.get(of).keepSums(state.home[partition].topology(), partition, masters, batch);
        }
      }
    };
  }

  private MemoryBudget.Reservation opened(MemoryBudget.@Nullable Reservation reservation) {
    if (reservation == null) {
      throw new IllegalStateException("the share is not open");
    }
    return reservation;
  }

  /**
   * Begins with a change: finds out which rows that enter the model are others.
   *
   * @param now the partitions of this process as they are now, in order; all that there were, and
   *     maybe some behind them
   * @param all number of partitions of the graph now
   * @throws GraphemberException with code MEMORY_BUDGET_EXCEEDED if new vertices do not fit, or
   *     {@link GraphError#REQUEST_OUT_OF_RANGE} if the change does not fit the partitions
   */
  public void begin(List<InferencePartition> now, int all, ChangedGraph of) {
    if (!whole) {
      throw new IllegalStateException("the change before was not ended");
    }
    final InferencePartition[] next = byNumber(now, all);
    new ChangeCheck(state.home, next).require(of);
    opened(memory).grow(Math.max(0, bytes(next) - opened(memory).bytes()));
    whole = false;
    state.before = state.home;
    state.home = next;
    change = of;
    ensure();
    deal();
    findRedegreed();
    enter();
  }

  private void deal() {
    created = local(change.created());
    deleted = local(change.deleted());
  }

  /** Local numbers of those that are of this process, by partition, ascending and each once. */
  private int[][] local(long[] vids) {
    final int[][] locals = new int[state.home.length][];
    final long[] sorted = Arrays.stream(vids).sorted().distinct().toArray();
    for (int p = 0; p < state.home.length; p++) {
      final int of = p;
      if (state.home[p] != null) {
        locals[p] =
            Arrays.stream(sorted)
                .filter(vid -> Vid.partition(vid) == of)
                .mapToInt(Vid::local)
                .toArray();
      }
    }
    return locals;
  }

  /** Who has another in-degree: some of the destinations of edges that came or went. */
  private void findRedegreed() {
    final long[] destinations =
        Arrays.copyOf(
            change.added().destinations(), change.added().count() + change.removed().count());
    System.arraycopy(
        change.removed().destinations(),
        0,
        destinations,
        change.added().count(),
        change.removed().count());
    state.redegreed = local(destinations);
    for (int p = 0; p < state.home.length; p++) {
      if (state.home[p] != null) {
        final int of = p;
        state.redegreed[p] =
            Arrays.stream(state.redegreed[p])
                .filter(v -> state.degreeBefore(of, v) != state.home[of].topology().inDegree(v))
                .toArray();
      }
    }
  }

  /** Finds the rows of layer 0 that have changed. */
  private void enter() {
    final KeptLayer first = layers.get(0);
    final int[][] changed = local(change.changed());
    final int[][] masters = new int[state.home.length][];
    long count = 0;
    for (int p = 0; p < state.home.length; p++) {
      if (state.home[p] != null) {
        masters[p] = union(changed[p], created[p], state.redegreed[p]);
        count += masters[p].length;
      }
    }
    opened(work).grow(ChangedRows.bytes(first, count));
    final ChangedRows entering = new ChangedRows(first, masters);
    if (first.ofInput()) {
      compareInput(entering, masters);
    } else {
      final LayerPass.Stage stage =
          new LayerPass.Stage(first.slice(), TouchedRows.written(first, entering, 0));
      try (LayerPass pass =
          LayerPass.beforeFirst(engine, stage, selected(masters), LayerOutput.NONE)) {
        eachHome(pass::transformInput);
      }
    }
    state.changes = entering;
    state.layer = 0;
  }

  private void compareInput(ChangedRows entering, int[][] masters) {
    final int columns = layers.get(0).columns();
    final float[] old = new float[columns];
    final float[] now = new float[columns];
    for (int p = 0; p < state.home.length; p++) {
      for (int i = 0; state.home[p] != null && i < masters[p].length; i++) {
        final int master = masters[p][i];
        Arrays.fill(old, 0);
        if (p < state.before.length && master < ChangeCheck.masters(state.before[p])) {
          state.before[p].input().read(master, old, 0);
        }
        state.home[p].input().read(master, now, 0);
        entering.compare(p, i, old, now);
      }
    }
  }

  private static int[] union(int[]... sorted) {
    return Arrays.stream(sorted).flatMapToInt(Arrays::stream).sorted().distinct().toArray();
  }

  private interface OfPartition {
    void with(InferencePartition partition);
  }

  private void eachHome(OfPartition work) {
    for (InferencePartition partition : state.home) {
      if (partition != null) {
        work.with(partition);
      }
    }
  }

  /** Masters by position, without lists of neighbours. */
  private NeighborLists selected(int[][] masters) {
    return NeighborLists.ofSome(
        state.home, new InLists[state.home.length], masters, new int[state.home.length]);
  }

  /** Brings what has changed of the rows that a layer reads along the edges here. */
  public void spread(int of) {
    final KeptLayer kept = layers.get(of);
    final SumChanges[] all = new SumChanges[state.home.length];
    spreadEdges = 0;
    eachHome(
        partition -> {
          if (kept.kind() != Foreign.NOTHING) {
            all[partition.number()] = spread(kept, partition);
          }
        });
    state.spreads = all;
  }

  private SumChanges spread(KeptLayer kept, InferencePartition partition) {
    final int q = partition.number();
    final int of = kept.slice().layer();
    final int columns = kept.addedColumns();
    final IntArray sources = new IntArray(64);
    final List<float[]> pieces = new ArrayList<>();
    for (int p = 0; p < state.home.length; p++) {
      for (int from = 0; from >= 0; ) {
        cancellation.check();
        final UpdatePeers.RowDifferences piece = owner(p).differences(of, p, q, from);
        requireReply(piece.rows(), piece.vertices().length, columns);
        UpdateAnswers.requireVertices(q, piece.vertices(), partition.topology().vertices());
        opened(work).grow(8L * columns * piece.vertices().length);
        sources.addAll(piece.vertices(), 0, piece.vertices().length);
        pieces.add(piece.rows());
        from = piece.next();
      }
    }
    final EdgesHere added = EdgesHere.of(change.added(), q);
    final EdgesHere removed = EdgesHere.of(change.removed(), q);
    final int edges = added.sources.length + removed.sources.length;
    final long[] others = Arrays.copyOf(added.destinations, edges);
    System.arraycopy(removed.destinations, 0, others, added.sources.length, removed.sources.length);
    final EdgeSpread spread = new EdgeSpread(q, partition.topology(), sources.toArray(), others);
    opened(work)
        .grow(
            spread.workBytes()
                + SumChanges.bytes(spread.mostVertices(), columns)
                + 8L * columns * edges);
    if (columns == 0) {
      return spread.sums(null, workers, cancellation);
    }
    final RowSlab rows = new RowSlab(sources.size + edges, columns);
    rows.allocate();
    int at = 0;
    for (float[] piece : pieces) {
      for (int i = 0; i < piece.length; i += columns) {
        rows.write(at++, piece, i);
      }
    }
    fetchBefore(of, added.sources, 1, rows, at);
    fetchBefore(of, removed.sources, -1, rows, at + added.sources.length);
    spreadEdges += spread.edges();
    return spread.sums(rows, workers, cancellation);
  }

  /** Edges that came or went in one partition. */
  private record EdgesHere(long[] sources, long[] destinations) {
    static EdgesHere of(ChangedEdges edges, int partition) {
      final long[] sources = new long[edges.count()];
      final long[] destinations = new long[edges.count()];
      int count = 0;
      for (int e = 0; e < edges.count(); e++) {
        if (edges.partitions()[e] == partition) {
          sources[count] = edges.sources()[e];
          destinations[count++] = edges.destinations()[e];
        }
      }
      return new EdgesHere(Arrays.copyOf(sources, count), Arrays.copyOf(destinations, count));
    }
  }

  /** Rows as they were of any vertices, times a sign. */
  private void fetchBefore(int of, long[] vids, int sign, RowSlab target, int first) {
    final int columns = target.dim();
    final int most = UpdateAnswers.mostOfAPiece(columns);
    final long[] sorted = Arrays.stream(vids).sorted().distinct().toArray();
    final float[] rows = new float[Math.multiplyExact(sorted.length, columns)];
    for (int from = 0; from < sorted.length; ) {
      cancellation.check();
      final int p = Vid.partition(sorted[from]);
      int to = from + 1;
      while (to < sorted.length && to - from < most && Vid.partition(sorted[to]) == p) {
        to++;
      }
      final int[] masters = new int[to - from];
      for (int i = 0; i < masters.length; i++) {
        masters[i] = Vid.local(sorted[from + i]);
      }
      final float[] piece = owner(p).rowsBefore(of, p, masters);
      requireReply(piece, masters.length, columns);
      System.arraycopy(piece, 0, rows, from * columns, piece.length);
      from = to;
    }
    final float[] row = new float[columns];
    for (int i = 0; i < vids.length; i++) {
      final int at = Arrays.binarySearch(sorted, vids[i]) * columns;
      for (int j = 0; j < columns; j++) {
        row[j] = sign * rows[at + j];
      }
      target.write(first + i, row, 0);
    }
  }

  private UpdatePeers owner(int partition) {
    return state.home[partition] == null ? peers : answers;
  }

  /** Brings what has changed of sums to the masters here, and finds out which are computed. */
  public void gather(int of) {
    final KeptLayer kept = layers.get(of);
    final int[][] next = new int[state.home.length][];
    sumsAnew = 0;
    eachHome(
        partition -> {
          final int p = partition.number();
          final byte[] flags = new byte[partition.topology().masters()];
          opened(work).grow(flags.length);
          for (int q = 0; kept.kind() != Foreign.NOTHING && q < state.home.length; q++) {
            gather(kept, p, q, flags);
          }
          if (kept.adds()) {
            settleSums(kept, partition, flags);
          }
          next[p] = touched(p, flags);
        });
    touched = next;
  }

  private static final byte TOUCHED = 1;
  private static final byte ANEW = 2;

  private void gather(KeptLayer kept, int p, int q, byte[] flags) {
    final int of = kept.slice().layer();
    final int most = UpdateAnswers.mostOfAPiece(kept.addedColumns());
    final UpdatePeers.SumDifferences first = owner(q).sumDifferences(of, q, p, 0);
    add(kept, p, first, flags);
    final int done = first.masters().length;
    final int left = first.total() - done;
    if (left > 0 && done == 0) {
      throw mismatch("no differences of %d came".formatted(left));
    }
    workers.each(
        Math.max(0, left),
        most,
        (worker, from, to) -> {
          for (int at = from; at < to; ) {
            cancellation.check();
            final UpdatePeers.SumDifferences piece = owner(q).sumDifferences(of, q, p, done + at);
            final int count = piece.masters().length;
            if (count == 0 || at + count > to && count != Math.min(most, left - at)) {
              throw mismatch("%d differences came at %d of %d".formatted(count, at, left));
            }
            add(kept, p, piece, flags);
            at += count;
          }
        });
  }

  private void add(KeptLayer kept, int p, UpdatePeers.SumDifferences piece, byte[] flags) {
    final int columns = kept.addedColumns();
    requireReply(piece.rows(), piece.masters().length, columns);
    UpdateAnswers.requireVertices(p, piece.masters(), flags.length);
    final float[] row = new float[columns];
    for (int i = 0; i < piece.masters().length; i++) {
      final int master = piece.masters()[i];
      flags[master] = TOUCHED;
      if (columns > 0) {
        final RowSlab sums = kept.sums(p);
        sums.read(master, row, 0);
        for (int j = 0; j < columns; j++) {
          row[j] += piece.rows()[i * columns + j];
        }
        sums.write(master, row, 0);
        final float largest = EdgeSpread.largest(row, 0, columns);
        final float variance =
            kept.variances(p)[master] + piece.variances()[i] + RoundingRule.ofSum(largest);
        kept.variances(p)[master] = variance;
        flags[master] |= RoundingRule.exceeded(variance, largest) ? ANEW : 0;
      }
    }
  }

  /** Sums over nothing are zeros; those that rounded too often are taken from the neighbours. */
  private void settleSums(KeptLayer kept, InferencePartition partition, byte[] flags) {
    final int p = partition.number();
    final IntArray anew = new IntArray(16);
    final float[] zeros = new float[kept.columns()];
    for (int master = 0; master < flags.length; master++) {
      if (flags[master] != 0 && partition.topology().inDegree(master) == 0) {
        kept.sums(p).write(master, zeros, 0);
        kept.variances(p)[master] = 0;
      } else if ((flags[master] & ANEW) != 0) {
        anew.add(master);
      }
    }
    sumsAnew += anew.size;
    eachPiece(
        partition,
        anew.toArray(),
        (masters, first) -> {
          final int batches =
              (masters.length + SlicedModel.BATCH_ROWS - 1) / SlicedModel.BATCH_ROWS;
          try (NeighborFetch.Fetched fetched = neighbors().of(kept, partition, masters)) {
            workers.each(
                batches,
                1,
                (worker, from, to) -> {
                  for (int b = from; b < to; b++) {
                    takeAnew(kept, fetched, partition, masters, b * SlicedModel.BATCH_ROWS);
                  }
                });
          }
        });
  }

  private void takeAnew(
      KeptLayer kept,
      NeighborFetch.Fetched fetched,
      InferencePartition partition,
      int[] masters,
      int from) {
    final int to = Math.min(masters.length, from + SlicedModel.BATCH_ROWS);
    final SliceBatch batch = new SliceBatch(kept.slice());
    batch.begin(to - from);
    fetched.rows().aggregator(fetched.lists()).aggregate(partition.number(), from, batch);
    kept.keepSums(
        partition.topology(), partition.number(), Arrays.copyOfRange(masters, from, to), batch);
  }

  /** Who is computed: what came along edges, whose own rows have changed, and who is new. */
  private int[] touched(int p, byte[] flags) {
    final ChangedRows rows = state.entering();
    final int[] masters = rows.masters(p);
    for (int i = 0; i < masters.length; i++) {
      if (rows.changed(p, i)) {
        flags[masters[i]] |= TOUCHED;
      }
    }
    for (int[] some : List.of(created[p], state.redegreed[p])) {
      for (int master : some) {
        flags[master] |= TOUCHED;
      }
    }
    for (int master : deleted[p]) {
      flags[master] = 0;
    }
    final IntArray all = new IntArray(1024);
    for (int master = 0; master < flags.length; master++) {
      if (flags[master] != 0) {
        all.add(master);
      }
    }
    return all.toArray();
  }

  /**
   * Computes a layer for the masters that were found, and transforms for the next one.
   *
   * @param output takes the rows of the layer that were computed, those of vertices that were
   *     deleted left out; some may have the bits that they had
   */
  public Touched pass(int of, LayerOutput output) {
    final KeptLayer kept = layers.get(of);
    state.spreads = null;
    long count = 0;
    for (int[] some : touched) {
      count += some == null ? 0 : some.length;
    }
    final Optional<KeptLayer> after =
        of + 1 < layers.size() ? Optional.of(layers.get(of + 1)) : Optional.empty();
    final long bytes = 4 * count + nextBytes(after, count);
    opened(work).grow(bytes);
    final Optional<ChangedRows> next = after.map(layer -> new ChangedRows(layer, touched));
    if (kept.kind() == Foreign.ROWS) {
      eachHome(
          partition ->
              eachPiece(
                  partition,
                  touched[partition.number()],
                  (masters, first) -> {
                    try (NeighborFetch.Fetched fetched = neighbors().of(kept, partition, masters);
                        LayerPass pass =
                            pass(kept, fetched.rows(), fetched.lists(), next, first, output)) {
                      pass.compute(partition, (number, done) -> {});
                    }
                  }));
    } else {
      try (LayerPass pass =
          pass(kept, TouchedRows.ofSums(kept, touched), selected(touched), next, 0, output)) {
        eachHome(partition -> pass.compute(partition, (number, done) -> {}));
      }
    }
    state.changes = next.orElse(null);
    state.layer = of + 1;
    opened(work).shrinkTo(bytes);
    return new Touched(of, count, spreadEdges, sumsAnew);
  }

  private static long nextBytes(Optional<KeptLayer> after, long count) {
    return after.map(next -> ChangedRows.bytes(next, count)).orElse(0L);
  }

  private LayerPass pass(
      KeptLayer kept,
      TouchedRows rows,
      NeighborLists lists,
      Optional<ChangedRows> next,
      int first,
      LayerOutput output) {
    return new LayerPass(
        engine,
        Optional.of(new LayerPass.Stage(kept.slice(), rows)),
        next.map(
            changed -> {
              final KeptLayer after = layers.get(kept.slice().layer() + 1);
              return new LayerPass.Stage(after.slice(), TouchedRows.written(after, changed, first));
            }),
        lists,
        Optional.empty(),
        output);
  }

  /** Ends a change: what is kept is that of the graph as it is now. */
  public void end() {
    state.layer = -1;
    state.changes = null;
    touched = new int[0][];
    state.before = state.home;
    change = ChangedGraph.ofEdges(ChangedEdges.NONE, ChangedEdges.NONE);
    opened(work).shrinkTo(0);
    whole = true;
  }

  private NeighborFetch neighbors() {
    return new NeighborFetch(
        state.home, this::owner, state.shape(), opened(work), workers, cancellation);
  }

  /** Work on some masters of a partition, the first of which has a number among all. */
  @FunctionalInterface
  private interface MastersWork {
    void with(int[] masters, int first);
  }

  /** Masters by pieces whose in-edges are fetched together. */
  private void eachPiece(InferencePartition partition, int[] masters, MastersWork of) {
    for (int from = 0; from < masters.length; ) {
      cancellation.check();
      long edges = partition.topology().inDegree(masters[from]);
      int to = from + 1;
      while (to < masters.length) {
        edges += partition.topology().inDegree(masters[to]);
        if (edges > PIECE_EDGES) {
          break;
        }
        to++;
      }
      of.with(Arrays.copyOfRange(masters, from, to), from);
      from = to;
    }
  }

  private static void requireReply(float[] rows, int count, int columns) {
    if (rows.length != count * columns) {
      throw mismatch(
          "%d rows of %d numbers were asked for, and %d numbers came"
              .formatted(count, columns, rows.length));
    }
  }

  private static GraphemberException mismatch(String what) {
    return new GraphemberException(SamplingError.REPLY_MISMATCH, what + ".");
  }

  @Override
  public void close() {
    state.layer = -1;
    state.changes = null;
    try (MemoryBudget.Reservation kept = memory;
        MemoryBudget.Reservation taken = work) {
      layers.forEach(KeptLayer::clear);
    }
  }
}
