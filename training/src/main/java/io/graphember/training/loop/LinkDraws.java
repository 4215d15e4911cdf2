// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.edge.EdgeSampler;
import io.graphember.sampling.edge.NegativeSampler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.walk.RandomWalks;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.Targets;
import io.graphember.training.job.task.LinkLoss;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.task.TypedEdges;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Edges of some types drawn from all of the graph (LINE's way, each alike) or given, or what walks
 * that begin with them lead to, and negatives of each. A negative has the relation of its edge, and
 * is of the type of the vertex that it stands for.
 */
final class LinkDraws implements PairDraws {
  private static final long EDGES = 1;
  private static final long NEGATIVES = 2;
  private static final long WALKS = 3;

  /** Draws of edges before a batch stays smaller than asked for. */
  private static final int MOST_ROUNDS = 200;

  private final LinkPlan plan;
  private final boolean timed;
  private final EdgeSampler edges;
  private final Map<Direction, NegativeSampler> negatives = new EnumMap<>(Direction.class);
  private final Optional<RandomWalks> walks; // behind the edge
  private final NumberedPairs pairs = new NumberedPairs();
  private final DirectBuffer labels = new DirectBuffer();
  private ExcludedEdges excluded = ExcludedEdges.NONE;

  LinkDraws(PartitionClient client, Replies replies, LinkPlan plan, boolean timed) {
    this.plan = plan;
    this.timed = timed;
    this.edges =
        new EdgeSampler(
            client,
            replies,
            plan.edges().edgeTypes().stream().mapToInt(Integer::intValue).toArray(),
            timed);
    for (Direction direction : plan.replaced().directions()) {
      negatives.put(direction, new NegativeSampler(client, replies, plan.rule(), direction));
    }
    this.walks =
        plan.steps() == 1
            ? Optional.empty()
            : Optional.of(new RandomWalks(client, replies, WalkRule.uniform(plan.steps() - 1)));
  }

  @Override
  public void draw(BatchTask.Edges wanted, long key) {
    if (wanted instanceof BatchTask.GivenEdges given) {
      if (timed) {
        throw new IllegalArgumentException("edges that are given have no times");
      }
      pair(given.edges(), new long[0], given.direction(), key);
    } else if (wanted instanceof BatchTask.DrawnEdges drawn) {
      draw(drawn, key);
    }
  }

  private void draw(BatchTask.DrawnEdges wanted, long key) {
    LongArray from = new LongArray(wanted.count());
    LongArray to = new LongArray(wanted.count());
    IntArray types = new IntArray(wanted.count());
    LongArray times = new LongArray(timed ? wanted.count() : 0);
    for (int round = 0; from.size < wanted.count() && round < MOST_ROUNDS; round++) {
      EdgeSampler.Drawn drawn =
          edges.drawRun(
              wanted.count(),
              CounterRandom.child(key, EDGES, round),
              wanted.run().from(),
              wanted.run().to());
      for (int i = 0; i < drawn.types().length && from.size < wanted.count(); i++) {
        final long source = drawn.ends()[2 * i];
        final long destination = drawn.ends()[2 * i + 1];
        if (plan.edges().part(source, destination) == wanted.part()) {
          from.add(source);
          to.add(destination);
          types.add(drawn.types()[i]);
          if (timed) {
            times.add(drawn.times()[i]);
          }
        }
      }
    }
    final long[] sources = from.toArray();
    final long[] destinations = to.toArray();
    walks.ifPresent(
        walker -> walkOn(walker, sources, destinations, CounterRandom.child(key, WALKS)));
    pair(
        new TypedEdges(sources, destinations, types.toArray()),
        times.toArray(),
        plan.replaced().direction(key),
        key);
  }

  /** Any vertex of a walk from a destination on takes its place, but for the source. */
  private static void walkOn(RandomWalks walker, long[] sources, long[] destinations, long key) {
    final long[] paths = walker.walk(destinations, key);
    final int vertices = destinations.length == 0 ? 0 : paths.length / destinations.length;
    for (int i = 0; i < destinations.length; i++) {
      final long bits = CounterRandom.child(key, i);
      final long met = paths[i * vertices + CounterRandom.bounded(bits, vertices)];
      destinations[i] = met == RandomWalks.END || met == sources[i] ? destinations[i] : met;
    }
  }

  /** Edges with negatives, which the neighbourhoods must not meet. */
  private void pair(TypedEdges positives, long[] times, Direction direction, long key) {
    final boolean forward = direction == Direction.OUT;
    number(
        positives,
        times,
        direction,
        positives.size() == 0
            ? new long[0]
            : Objects.requireNonNull(negatives.get(direction))
                .sample(
                    forward ? positives.sources() : positives.destinations(),
                    forward ? positives.destinations() : positives.sources(),
                    positives.types(),
                    CounterRandom.child(key, NEGATIVES)));
    excluded = new ExcludedEdges(positives.sources(), positives.destinations());
  }

  /** Groups of an edge and its negatives; one whose negatives were not found is left out. */
  private void number(TypedEdges positives, long[] times, Direction direction, long[] others) {
    final int per = plan.rule().perPositive();
    pairs.clear(2 * positives.size() + others.length);
    for (int i = 0; i < positives.size(); i++) {
      boolean whole = true;
      for (int n = 0; n < per; n++) {
        whole &= others[i * per + n] != NegativeSampler.NONE;
      }
      for (int n = -1; whole && n < per; n++) {
        final boolean edge = n < 0;
        final long head =
            edge || direction == Direction.OUT ? positives.sources()[i] : others[i * per + n];
        final long tail =
            edge || direction == Direction.IN ? positives.destinations()[i] : others[i * per + n];
        if (timed) {
          pairs.add(head, tail, positives.types()[i], times[i]);
        } else {
          pairs.add(head, tail, positives.types()[i]);
        }
      }
    }
  }

  @Override
  public ExcludedEdges excluded() {
    return excluded;
  }

  /** {@inheritDoc} Groups of an edge and its negatives. */
  @Override
  public NumberedPairs pairs() {
    return pairs;
  }

  @Override
  public Targets targets(float scale) {
    return Targets.ofPairs(pairs.seedPairs(), loss(), scale);
  }

  @Override
  public int groups() {
    return pairs.size() / (1 + plan.rule().perPositive());
  }

  @Override
  public void keep(int first, int count) {
    final int group = 1 + plan.rule().perPositive();
    pairs.keep(group * first, group * count);
  }

  @Override
  public int lossRows() {
    return groups() * plan.lossRows();
  }

  private Loss loss() {
    final int per = plan.rule().perPositive();
    if (plan.loss() == LinkLoss.MARGIN) {
      return new Loss.Margin(per, plan.margin());
    }
    if (plan.loss() == LinkLoss.SOFTMAX) {
      return new Loss.Ranking(per);
    }
    final int count = pairs.size();
    ByteBuffer values = labels.ofFloats(count);
    for (int i = 0; i < count; i++) {
      values.putFloat(Float.BYTES * i, i % (1 + per) == 0 ? 1 : 0);
    }
    return new Loss.Labels(values);
  }

  @Override
  public void close() {
    negatives.values().forEach(NegativeSampler::close);
    walks.ifPresent(RandomWalks::close);
  }
}
