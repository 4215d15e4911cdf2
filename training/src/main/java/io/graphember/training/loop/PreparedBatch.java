// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchBuffers;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.RowFetches;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.schedule.DagShape;
import io.graphember.sampling.schedule.DagWork;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.MiniBatch;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A batch on its way to the trainer, and the buffers it lives in. Its tasks: find the places of the
 * seeds, sample hop after hop, ask for the rows of each hop as soon as it is there, assemble.
 */
final class PreparedBatch implements DagWork<BatchTask> {
  BatchTask task;
  MiniBatch batch;
  long[] vids; // of the rows that enter layer 0

  private final int hops;
  private final AtomicLong number;
  private final HopSampler sampler;
  private final BatchAssembler assembler;
  private final Optional<? extends PairDraws> draws;
  private final Optional<RowFetches> targets;
  private final DirectBuffer expected = new DirectBuffer();
  private final BatchBuffers buffers = new BatchBuffers();
  private final long[][] reached; // ids of the vertices reached after each hop
  private final int[] reachedCounts;
  private int[] fanouts;

  /**
   * Scratch for one batch after the other.
   *
   * @param hops hops of every batch, at least 1
   * @param number receives the number of the batch, which goes with its requests
   * @param draws draws edges that something is learned of; empty if it is vertices
   * @param targets fetches target rows of the seeds; empty if they have classes
   */
  PreparedBatch(
      int hops,
      AtomicLong number,
      HopSampler sampler,
      BatchAssembler assembler,
      Optional<? extends PairDraws> draws,
      Optional<RowFetches> targets) {
    this.hops = hops;
    this.number = number;
    this.sampler = sampler;
    this.assembler = assembler;
    this.draws = draws;
    this.targets = targets;
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
    fanouts = next.rules().fanouts();
    batch = null;
  }

  @Override
  public long cost(int number) {
    if (number == 0) {
      return task.edges().map(BatchTask.Edges::count).orElse(task.vertices().size());
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
    if (number == 0) {
      start();
      remember(0);
    } else if (number > 2 * hops) {
      assemble();
    } else if (number % 2 == 0) {
      assembler.fetchAhead(reached[number / 2 - 1], reachedCounts[number / 2 - 1]);
    } else {
      sampler.nextHop();
      if (number / 2 + 1 < hops) {
        remember(number / 2 + 1);
      }
    }
  }

  @Override
  public void close() {
    sampler.close();
    draws.ifPresent(PairDraws::close);
    expected.close();
    buffers.close();
  }

  /** Vids of the seeds, while the batch is in use. */
  long[] seeds() {
    return task.edges().isPresent() ? draws().pairs().ends() : task.vertices().vids();
  }

  private void start() {
    final long key = CounterRandom.child(task.key(), 0);
    if (task.edges().isPresent()) {
      draws().draw(task.edges().get(), CounterRandom.child(task.key(), 2));
      sampler.start(draws().pairs().ends(), task.rules(), draws().excluded(), key);
    } else {
      long[] seeds = task.vertices().vids();
      targets.ifPresent(
          fetches -> {
            fetches.clear();
            fetches.request(seeds, seeds.length);
          });
      sampler.start(seeds, task.rules(), ExcludedEdges.NONE, key);
    }
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
    batch = assembler.assemble(sampled, buffers, CounterRandom.child(task.key(), 1));
    if (task.edges().isPresent()) {
      return; // what is known came with the pairs
    }
    if (targets.isEmpty()) {
      expected().asIntBuffer().put(task.vertices().labels());
    } else {
      targets.get().write(task.vertices().vids(), expected().asFloatBuffer());
    }
  }

  /**
   * What is known: int32[seeds] classes or float32[seeds, targets] of the seeds, or int32[pairs]
   * classes of edges.
   */
  ByteBuffer expected() {
    if (task.edges().isPresent() && draws() instanceof EdgeClassDraws edges) {
      return edges.labels();
    }
    final int width = targets.map(RowFetches::dim).orElse(1);
    return expected.ofFloats(Math.multiplyExact(task.vertices().size(), width));
  }
}
