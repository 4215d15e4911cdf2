// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.edge.EdgeSampler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.schema.EdgeLabel;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Targets;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.Objective;
import java.nio.ByteBuffer;

/** Edges of some types whose label is known, drawn from all of the graph, each alike. */
final class LabelledEdgeDraws implements PairDraws {
  /** Draws of edges before a batch stays smaller than asked for. */
  private static final int MOST_ROUNDS = 200;

  private final EdgePlan plan;
  private final Objective objective;
  private final boolean timed;
  private final EdgeSampler edges;
  private final NumberedPairs pairs = new NumberedPairs();
  private final IntArray labels = new IntArray(1024);
  private final DirectBuffer labelBuffer = new DirectBuffer();
  private ExcludedEdges excluded = ExcludedEdges.NONE;

  LabelledEdgeDraws(
      PartitionClient client, Replies replies, EdgePlan plan, Objective objective, boolean timed) {
    this.timed = timed;
    this.plan = plan;
    this.objective = objective;
    this.edges =
        new EdgeSampler(
            client,
            replies,
            plan.edgeTypes().stream().mapToInt(Integer::intValue).toArray(),
            timed);
  }

  @Override
  public void draw(BatchTask.Edges wanted, long key) {
    if (!(wanted instanceof BatchTask.DrawnEdges drawn)) {
      throw new IllegalArgumentException("edges with labels are drawn, not given: " + wanted);
    }
    final int count = drawn.count();
    LongArray from = new LongArray(count);
    LongArray to = new LongArray(count);
    IntArray types = new IntArray(count);
    LongArray times = new LongArray(timed ? count : 0);
    labels.size = 0;
    for (int round = 0; from.size < count && round < MOST_ROUNDS; round++) {
      EdgeSampler.Drawn all = edges.drawAll(count, CounterRandom.child(key, round));
      for (int i = 0; i < count && from.size < count; i++) {
        final long source = all.ends()[2 * i];
        final long destination = all.ends()[2 * i + 1];
        if (all.labels()[i] != EdgeLabel.UNKNOWN
            && plan.part(source, destination) == drawn.part()) {
          from.add(source);
          to.add(destination);
          types.add(all.types()[i]);
          labels.add(all.labels()[i]);
          if (timed) {
            times.add(all.times()[i]);
          }
        }
      }
    }
    pairs.clear(2 * from.size);
    for (int i = 0; i < from.size; i++) {
      if (timed) {
        pairs.add(from.values[i], to.values[i], types.values[i], times.values[i]);
      } else {
        pairs.add(from.values[i], to.values[i], types.values[i]);
      }
    }
    excluded = new ExcludedEdges(from.toArray(), to.toArray());
  }

  @Override
  public ExcludedEdges excluded() {
    return excluded;
  }

  @Override
  public NumberedPairs pairs() {
    return pairs;
  }

  /** Label of each pair, 32 bits each, see {@link EdgeLabel#learned}. */
  ByteBuffer labels() {
    labelBuffer.ofFloats(labels.size).asIntBuffer().put(labels.values, 0, labels.size);
    return labelBuffer.ofFloats(labels.size);
  }

  @Override
  public Targets targets(float scale) {
    return Targets.ofPairs(pairs.seedPairs(), objective.loss(labels(), null), scale);
  }

  @Override
  public int groups() {
    return pairs.size();
  }

  @Override
  public void keep(int first, int count) {
    pairs.keep(first, count);
    System.arraycopy(labels.values, first, labels.values, 0, count);
    labels.size = count;
  }

  @Override
  public int lossRows() {
    return pairs.size();
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
