// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchBuffers;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.RowFetches;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.schedule.DagShape;
import io.graphember.sampling.schedule.DagWork;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.task.LabeledVertices;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A batch on its way to the trainer, and the buffers it lives in. Its tasks: find the places of the
 * seeds, sample hop after hop, ask for the rows of each hop as soon as it is there, assemble.
 *
 * <p>A divisible batch that grows too large comes in parts, see {@link #forEachPart}: with all
 * neighbours nobody knows beforehand how large it will be.
 */
final class PreparedBatch implements DagWork<BatchTask> {
  private @Nullable BatchTask task; // null before the first batch
  private @Nullable MiniBatch batch; // null until it is assembled
  private long[] vids = {};

  private final int hops;
  private final AtomicLong number;
  private final HopSampler neighborhoods;
  private final Optional<SubgraphWork> subgraphs;
  private final BatchAssembler assembler;
  private final Optional<? extends PairDraws> draws;
  private final Optional<RowFetches> targets;
  private final StepTimes times;
  private final DirectBuffer expected = new DirectBuffer();
  private final DirectBuffer weights = new DirectBuffer();
  private final BatchBuffers buffers = new BatchBuffers();
  private final long[][] reached; // ids of the vertices reached after each hop
  private final int[] reachedCounts;
  private HopSampler sampler; // of the two
  private LabeledVertices learned = LabeledVertices.NONE; // of a subgraph
  private int[] fanouts = {};
  private boolean whole;
  private int first; // of the seeds, or of the groups of pairs, that this part has
  private int count;
  private volatile Optional<GraphemberException> tooLarge = Optional.empty();

  /**
   * Scratch for one batch after the other.
   *
   * @param hops hops of every batch, at least 1
   * @param number receives the number of the batch, which goes with its requests
   * @param sampler samples neighbourhoods
   * @param subgraphs makes batches that are subgraphs; empty if none are
   * @param draws draws edges that something is learned of; empty if it is vertices
   * @param targets fetches target rows of the seeds; empty if they have classes
   * @param times hears how long its parts take
   */
  PreparedBatch(
      int hops,
      AtomicLong number,
      HopSampler sampler,
      Optional<SubgraphWork> subgraphs,
      BatchAssembler assembler,
      Optional<? extends PairDraws> draws,
      Optional<RowFetches> targets,
      StepTimes times) {
    this.hops = hops;
    this.number = number;
    this.neighborhoods = sampler;
    this.sampler = sampler;
    this.subgraphs = subgraphs;
    this.assembler = assembler;
    this.draws = draws;
    this.targets = targets;
    this.times = times;
    reached = new long[hops][];
    reachedCounts = new int[hops];
  }

  /**
   * Task 0 starts with the seeds, task 2 h - 1 samples hop h, task 2 h asks for the rows that hop h
   * starts from, which every way to assemble the batch needs; the last task assembles.
   */
  static DagShape shape(int hops) {
    DagShape.Builder shape = new DagShape.Builder();
    int before = shape.task();
    int[] all = new int[hops + 1];
    for (int h = 1; h <= hops; h++) {
      int hop = shape.task(before);
      all[h] = shape.task(before);
      before = hop;
    }
    all[0] = before;
    shape.task(all);
    return shape.build();
  }

  @Override
  public void begin(long batchNumber, BatchTask next) {
    number.set(batchNumber);
    task = next;
    sampler = next.subgraph().isPresent() ? subgraphs.orElseThrow().sampler() : neighborhoods;
    learned = LabeledVertices.NONE;
    fanouts = next.rules().fanouts();
    whole = true;
    first = 0;
    forget();
  }

  /** What is to be learned or evaluated. */
  BatchTask task() {
    if (task == null) {
      throw new IllegalStateException("no batch has begun");
    }
    return task;
  }

  /** The batch, once it is assembled. */
  MiniBatch batch() {
    if (batch == null) {
      throw new IllegalStateException("the batch is not assembled");
    }
    return batch;
  }

  /** Ids of the vertices whose rows enter layer 0. */
  long[] vids() {
    return vids;
  }

  private void forget() {
    batch = null;
    tooLarge = Optional.empty();
    assembler.forget();
  }

  @Override
  public long cost(int number) {
    if (number == 0) {
      return task().edges().map(BatchTask.Edges::count).orElse(task().vertices().size());
    }
    if (number > 2 * hops) {
      return sampler.vertices();
    }
    final int hop = (number + 1) / 2;
    final int fanout = fanouts[hop - 1];
    // Of all neighbours nobody knows how many there are: they come after what is known.
    return reachedCounts[hop - 1] * (number % 2 == 0 ? 1L : fanout < 0 ? 1 << 20 : fanout);
  }

  @Override
  public void run(int number) {
    if (tooLarge.isPresent()) {
      return;
    }
    try {
      perform(number);
    } catch (GraphemberException e) {
      if (!task().divisible() || !e.is(SamplingError.BATCH_TOO_LARGE)) {
        throw e;
      }
      tooLarge = Optional.of(e);
    }
  }

  /**
   * Hands the batch on; if it has grown too large, one part after the other, which are made in this
   * thread. Parts have the same neighbours as the whole and come in the order of their seeds.
   *
   * @param results takes a batch, before the next part takes its place
   * @throws GraphemberException with code {@link SamplingError#BATCH_TOO_LARGE} if one seed alone
   *     is too large
   */
  void forEachPart(Consumer<PreparedBatch> results) {
    if (tooLarge.isEmpty()) {
      results.accept(this);
    } else {
      halve(0, units(), results);
    }
  }

  private void halve(int from, int to, Consumer<PreparedBatch> results) {
    if (to - from < 2) {
      throw tooLarge.orElseThrow();
    }
    final int middle = (from + to) >>> 1;
    part(from, middle, results);
    part(middle, to, results);
  }

  private void part(int from, int to, Consumer<PreparedBatch> results) {
    forget();
    whole = false;
    first = from;
    count = to - from;
    for (int number = 0; number <= 2 * hops + 1; number++) {
      run(number);
    }
    if (tooLarge.isEmpty()) {
      results.accept(this);
    } else {
      halve(from, to, results);
    }
  }

  /** What the batch may be divided into. */
  private int units() {
    return draws.map(PairDraws::groups).orElseGet(() -> task().vertices().size());
  }

  /** Seeds of the batch, or of this part of it, and their classes. */
  LabeledVertices vertices() {
    if (task().subgraph().isPresent()) {
      return learned;
    }
    return whole ? task().vertices() : task().vertices().range(first, first + count);
  }

  /** Place of the first seed, or group of pairs, of this part in the whole batch. */
  int first() {
    return first;
  }

  private void perform(int number) {
    final boolean fetches = number > 0 && number % 2 == 0 || number > 2 * hops;
    final long began = System.nanoTime();
    performTask(number);
    times.add(fetches ? StepTimes.Part.FETCH : StepTimes.Part.SAMPLE, began);
    if (number > 2 * hops) {
      times.batch();
    }
  }

  private void performTask(int number) {
    if (number == 0) {
      start();
      remember(0);
    } else if (number > 2 * hops) {
      assemble();
    } else if (number % 2 == 0) {
      if (sampler.waits()) { // else one request for the whole batch is as soon
        assembler.fetchAhead(reached[number / 2 - 1], reachedCounts[number / 2 - 1]);
      }
    } else {
      sampler.nextHop();
      if (number / 2 + 1 < hops) {
        remember(number / 2 + 1);
      }
    }
  }

  @Override
  public void close() {
    neighborhoods.close();
    subgraphs.ifPresent(SubgraphWork::close);
    draws.ifPresent(PairDraws::close);
    expected.close();
    weights.close();
    buffers.close();
  }

  /** Vids of the seeds, while the batch is in use. */
  long[] seeds() {
    return task().edges().isPresent() ? draws().pairs().ends() : vertices().vids();
  }

  private void start() {
    final long key = CounterRandom.child(task().key(), 0);
    if (task().edges().isPresent()) {
      draws().draw(task().edges().get(), CounterRandom.child(task().key(), 2));
      if (!whole) {
        draws().keep(first, count);
      }
      sampler.start(
          draws().pairs().ends(), draws().pairs().times(), task().rules(), draws().excluded(), key);
    } else if (task().subgraph().isPresent()) {
      learned = subgraphs.orElseThrow().start(task().subgraph().get(), key);
      fetchTargets(learned.vids());
    } else {
      long[] seeds = vertices().vids();
      fetchTargets(seeds);
      sampler.start(seeds, vertices().times(), task().rules(), ExcludedEdges.NONE, key);
    }
  }

  private void fetchTargets(long[] seeds) {
    targets.ifPresent(
        fetches -> {
          fetches.clear();
          fetches.request(seeds, seeds.length);
        });
  }

  /** Pairs of the batch; only where something is learned of edges. */
  PairDraws draws() {
    return draws.orElseThrow();
  }

  private void remember(int hop) {
    reached[hop] = sampler.vids();
    reachedCounts[hop] = sampler.vertices();
  }

  private void assemble() {
    EdgeNeighborhood sampled = sampler.result();
    vids = sampled.neighborhood().vids();
    batch = assembler.assemble(sampled, buffers, CounterRandom.child(task().key(), 1));
    if (task().edges().isPresent()) {
      return; // what is known came with the pairs
    }
    if (targets.isEmpty()) {
      expected().asIntBuffer().put(vertices().labels());
    } else {
      targets.get().write(vertices().vids(), expected().asFloatBuffer());
    }
  }

  /** Weights of the seeds of a subgraph, float32[seeds]; empty if all count alike. */
  Optional<ByteBuffer> weights() {
    return task()
        .subgraph()
        .flatMap(batch -> subgraphs.orElseThrow().weights(learned, batch.batches()))
        .map(
            of -> {
              ByteBuffer buffer = weights.ofFloats(of.length);
              buffer.asFloatBuffer().put(of);
              return buffer;
            });
  }

  /**
   * What is known: int32[seeds] classes or float32[seeds, targets] of the seeds, or the labels of
   * edges, 32 bits each.
   */
  ByteBuffer expected() {
    if (task().edges().isPresent() && draws() instanceof LabelledEdgeDraws edges) {
      return edges.labels();
    }
    final int width = targets.map(RowFetches::dim).orElse(1);
    return expected.ofFloats(Math.multiplyExact(vertices().size(), width));
  }
}
