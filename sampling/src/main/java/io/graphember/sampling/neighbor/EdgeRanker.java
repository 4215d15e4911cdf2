// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.kernels.ReservoirKeys;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.AliasTables;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.engine.WeightedLists;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeNumbers;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.GatherRequest;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the edges of vertices of one partition by a rule and proposes the first k of each.
 *
 * <p>By weight, a rank is an A-ES key (GLISP, section III-C, algorithms 3 and 4), to be read as the
 * time at which an edge rings that rings at a rate of its weight: the first k edges of all
 * partitions to ring are the sample. Uniform ranks are those of weight 1, recent edges have ranks
 * by time. There are two ways to find the first edges of a list. All edges are given a time: by
 * weight by a hash of the vertex's stream and of the edge's other end and type, so that a rank does
 * not depend on the partition that the edge lies in; uniformly by their positions. O(edges). Or,
 * where nothing is filtered, the first times are drawn one after the other, each exponential at the
 * rate of the edges left, and an edge for each, by the list's table or uniformly, those drawn
 * already passed over: O(k), the same law.
 *
 * <p>Parallel edges are told apart within a partition; where a partitioner parts them (hdrf may),
 * those of rules that rank all edges by weight are taken together or not at all.
 *
 * <p>Used by one thread at a time.
 */
public final class EdgeRanker {
  private static final int FIRST_CHUNK = 64;
  private static final int CHUNK = 512;

  /** A bound is guessed for lists of at least so many edges for each that is wanted. */
  private static final int GUESSED_FROM = 8;

  /** Weights that a guess is made by. */
  private static final int GUESSED_BY = 64;

  private static final long NO_LIMIT = Long.MAX_VALUE;

  /** Edges are drawn one after the other from at least so many for each that is wanted. */
  private static final int DRAWN_FROM = 4;

  /** Draws for each edge that is wanted, before all others are given times instead. */
  private static final int MOST_DRAWS = 8;

  /** Draws whose misses do not wait for each other. */
  private static final int MOST_AT_ONCE = 64;

  private final ResidentPartition partition;
  private final PartitionTopology topology;
  private final EdgeRule rule;
  private final @Nullable WeightedLists inWeights; // null if the rule does not read them
  private final @Nullable WeightedLists outWeights; // null if the rule does not read them
  private final @Nullable AliasTables inTables; // null if the rule does not draw by them
  private final @Nullable AliasTables outTables; // null if the rule does not draw by them
  private final SmallestRanks smallest = new SmallestRanks();
  private final int[] items = new int[CHUNK + ReservoirKeys.SPARE]; // edges that are given times
  private final int[] fewIdentities = new int[CHUNK];
  private final float[] fewWeights = new float[CHUNK];
  private final float[] keys = new float[CHUNK];
  private final int[] columns = new int[MOST_AT_ONCE];
  private final float[] columnWeights = new float[MOST_AT_ONCE];
  private final IntArray drawn = new IntArray(64); // positions of one list, in the order drawn
  private long seen; // bits of those positions, modulo 64
  private int[] neighbors = new int[64];
  private int[] excluded = new int[8];
  private int excludedCount;
  private long limit = NO_LIMIT;
  private boolean raced; // edges of other lists compete: when one rings counts, not only which

  /** A ranker; refuses a rule that the graph cannot follow. */
  EdgeRanker(ResidentPartition partition, EdgeRule rule) {
    this.partition = partition;
    this.topology = partition.topology();
    this.rule = rule;
    if (rule.edgeType() >= topology.types().edgeTypes()) {
      throw typeUnknown(topology, rule.edgeType());
    }
    if (rule.order() == EdgeRule.Order.RECENT) {
      partition.times();
    }
    final boolean weighted =
        rule.order() == EdgeRule.Order.WEIGHT || rule.order() == EdgeRule.Order.WEIGHT_BY_TABLES;
    inWeights =
        weighted && rule.direction() != Direction.OUT ? partition.weightedLists(true) : null;
    outWeights =
        weighted && rule.direction() != Direction.IN ? partition.weightedLists(false) : null;
    final boolean tables = rule.order() == EdgeRule.Order.WEIGHT_BY_TABLES;
    inTables = tables && rule.direction() != Direction.OUT ? partition.aliasTables(true) : null;
    outTables = tables && rule.direction() != Direction.IN ? partition.aliasTables(false) : null;
  }

  public static GraphemberException typeUnknown(PartitionTopology topology, int edgeType) {
    return new GraphemberException(
        SamplingError.EDGE_TYPE_UNKNOWN,
        "The graph has %d edge types, numbered from 0; there is none with number %d."
            .formatted(topology.types().edgeTypes(), edgeType));
  }

  /** Proposes edges of the vertices of a request, in their order. */
  void rank(RankRequest request, RankedEdges out) {
    out.clear();
    final int[] vertices = request.vertices();
    for (int i = 0; i < vertices.length; i++) {
      limit = request.limits().length == 0 ? NO_LIMIT : request.limits()[i];
      exclude(request, i);
      final int before = out.positions.size;
      rank(vertices[i], request.cut()[i], request.streams()[i], out);
      out.counts.add(out.positions.size - before);
      if (out.positions.size > GatherRequest.MAX_EDGES) {
        throw NeighborSampler.tooLarge();
      }
    }
    partition.gathered(out.positions.size);
  }

  private void exclude(RankRequest request, int i) {
    excludedCount = 0;
    if (request.excludedOffsets().length == 0) {
      return;
    }
    for (int e = request.excludedOffsets()[i]; e < request.excludedOffsets()[i + 1]; e++) {
      final int local = topology.localOf(partition.number(), request.excluded()[e]);
      if (local >= 0) {
        if (excludedCount == excluded.length) {
          excluded = Arrays.copyOf(excluded, 2 * excludedCount);
        }
        excluded[excludedCount++] = local;
      }
    }
  }

  private void rank(int vertex, boolean cut, long stream, RankedEdges out) {
    smallest.begin(rule.fanout() == UniformNeighbors.ALL ? Integer.MAX_VALUE : rule.fanout());
    raced = cut || rule.direction() == Direction.BOTH;
    int before = 0;
    if (rule.direction() != Direction.OUT) {
      rank(true, vertex, stream, before);
      before = topology.in().lists().degree(vertex);
    }
    if (rule.direction() != Direction.IN) {
      rank(false, vertex, CounterRandom.mix(stream), before);
    }
    smallest.appendTo(out.positions, out.ranks);
  }

  private EdgeIndex index(boolean in) {
    return in ? topology.in() : topology.out();
  }

  /** Offers edges of a list. */
  private void rank(boolean in, int vertex, long stream, int before) {
    final EdgeIndex index = index(in);
    final int degree = index.lists().degree(vertex);
    final boolean allTypes = rule.edgeType() == EdgeRule.ANY_TYPE;
    final long positions = allTypes ? degree : index.types().positions(vertex, rule.edgeType());
    final int from = (int) (positions >>> 32);
    final int to = (int) positions;
    drawn.size = 0;
    if (from == to || rule.fanout() == 0) {
      return;
    }
    final boolean drawn =
        limit == NO_LIMIT
            && excludedCount == 0
            && rule.fanout() != UniformNeighbors.ALL
            && to - from >= (long) DRAWN_FROM * rule.fanout();
    if (excludedCount > 0) {
      if (neighbors.length < degree) {
        neighbors = new int[2 * degree];
      }
      index.lists().copy(vertex, neighbors, 0);
    }
    if (rule.fanout() == UniformNeighbors.ALL || !raced && to - from <= rule.fanout()) {
      keepAll(in, vertex, from, to, before);
      return;
    }
    switch (rule.order()) {
      case UNIFORM -> {
        if (drawn) {
          drawUniform(drawStream(stream), from, to, before);
        } else {
          scanUniform(in, vertex, drawStream(stream), from, to, before);
        }
      }
      case RECENT -> scanRecent(in, vertex, from, to, before);
      case WEIGHT -> scanWeighted(in, vertex, stream, from, to, before, 0);
      case WEIGHT_BY_TABLES -> {
        if (drawn && allTypes) {
          drawByTable(in, vertex, drawStream(stream), degree, before);
        } else {
          scanWeighted(in, vertex, stream, from, to, before, 0);
        }
      }
      default -> throw new IllegalStateException("no order " + rule.order());
    }
  }

  /** Where none is left out: when an edge rings does not matter, if it ever does. */
  private void keepAll(boolean in, int vertex, int from, int to, int before) {
    final WeightedLists lists = in ? inWeights : outWeights;
    final int first = lists == null ? 0 : index(in).lists().first(vertex);
    for (int i = from; i < to; i++) {
      if ((lists == null || lists.weights()[first + i] > 0) && admitted(in, vertex, i)) {
        smallest.add(0, before + i);
      }
    }
  }

  private WeightedLists weighted(boolean in) {
    return Objects.requireNonNull(in ? inWeights : outWeights, "no weights read");
  }

  private static long rank(double time, long tie) {
    return (long) Float.floatToRawIntBits((float) time) << 32 | tie & 0xFFFFFFFFL;
  }

  /** Gives all edges a time, by their positions: which edge it is makes no difference. */
  private void scanUniform(boolean in, int vertex, long stream, int from, int to, int before) {
    for (int i = from; i < to; i++) {
      final long bits = CounterRandom.bits(stream, i);
      final long rank = raced ? rank(ReservoirKeys.one((int) (bits >>> 32)), bits) : bits >>> 1;
      if (rank < smallest.bound() && admitted(in, vertex, i)) {
        smallest.add(rank, before + i);
      }
    }
  }

  private void scanRecent(boolean in, int vertex, int from, int to, int before) {
    final long[] times = partition.times();
    for (int i = from; i < to; i++) {
      final long rank = ~times[EdgeNumbers.of(topology, in, vertex, i)]; // the later, the smaller
      if (rank < smallest.bound() && admitted(in, vertex, i)) {
        smallest.add(rank, before + i);
      }
    }
  }

  /**
   * Gives all edges a time that are not among those drawn already. In a long list most are known to
   * ring too late before that: after a time at which a few more than are wanted are expected to
   * have rung. Should they not have, all are looked at again.
   *
   * @param start time before which none of them rings
   */
  private void scanWeighted(
      boolean in, int vertex, long stream, int from, int to, int before, double start) {
    final int wanted = rule.fanout();
    if (limit == NO_LIMIT
        && smallest.isEmpty()
        && to - from >= Math.max(GUESSED_BY, (long) GUESSED_FROM * wanted)) {
      final float bound = guess(in, vertex, from, to);
      scanWeighted(in, vertex, stream, from, to, before, start, bound);
      if (bound == Float.POSITIVE_INFINITY || smallest.full()) {
        return;
      }
      smallest.begin(wanted);
    }
    scanWeighted(in, vertex, stream, from, to, before, start, Float.POSITIVE_INFINITY);
  }

  /** When three standard deviations more than are wanted have rung, by a sample of the weights. */
  private float guess(boolean in, int vertex, int from, int to) {
    final float[] weights = weighted(in).weights();
    final int first = index(in).lists().first(vertex) + from;
    final int step = (to - from) / GUESSED_BY;
    float sum = 0;
    for (int i = 0; i < GUESSED_BY; i++) {
      sum += weights[first + i * step];
    }
    final double rings = rule.fanout() + 3 * Math.sqrt(rule.fanout()) + 2;
    return (float) (rings * GUESSED_BY / ((double) sum * (to - from)));
  }

  /**
   * Gives edges a time that may ring before a bound, and before those that were found: the longer
   * the list, the fewer.
   */
  private void scanWeighted(
      boolean in, int vertex, long stream, int from, int to, int before, double start, float most) {
    final WeightedLists lists = weighted(in);
    final int[] identities = lists.identities();
    final float[] weights = lists.weights();
    final int first = index(in).lists().first(vertex);
    final int seed = (int) (stream >>> 32);
    final int end = first + to;
    int chunk = most < Float.POSITIVE_INFINITY ? CHUNK : FIRST_CHUNK;
    for (int next = first + from; next < end; next += chunk, chunk = Math.min(CHUNK, 2 * chunk)) {
      final int count = Math.min(chunk, end - next);
      final float bound = Math.min(most, timeBound(start));
      if (bound == Float.POSITIVE_INFINITY) {
        for (int i = 0; i < count; i++) {
          items[i] = next + i;
        }
        ReservoirKeys.BEST.fill(seed, identities, weights, next, count, keys);
        offer(in, vertex, count, before, start, first, bound);
      } else {
        final int few =
            ReservoirKeys.BEST.below(bound, seed, identities, weights, next, count, items);
        for (int i = 0; i < few; i++) {
          fewIdentities[i] = identities[items[i]];
          fewWeights[i] = weights[items[i]];
        }
        ReservoirKeys.BEST.fill(seed, fewIdentities, fewWeights, 0, few, keys);
        offer(in, vertex, few, before, start, first, bound);
      }
    }
  }

  /** Offers items: the few whose keys are below the bound are worth a look. */
  private void offer(
      boolean in, int vertex, int count, int before, double start, int first, float most) {
    final int[] identities = weighted(in).identities();
    final float[] keys = this.keys;
    float bound = most;
    for (int i = 0; i < count; i++) {
      if (keys[i] < bound && admitted(in, vertex, items[i] - first)) {
        final long rank = rank(start + keys[i], identities[items[i]]);
        if (rank < smallest.bound()) {
          smallest.add(rank, before + items[i] - first);
          bound = Math.min(most, timeBound(start));
        }
      }
    }
  }

  /**
   * A key must be below it to have a rank that is kept; a little too large rather than too small.
   */
  private float timeBound(double start) {
    final long bound = smallest.bound();
    return bound == Long.MAX_VALUE
        ? Float.POSITIVE_INFINITY
        : (float) ((Float.intBitsToFloat((int) (bound >>> 32)) - start) * 1.000001)
            + Float.MIN_NORMAL;
  }

  /** True if an edge is in time, not excluded, and not drawn already. */
  private boolean admitted(boolean in, int vertex, int position) {
    if (limit != NO_LIMIT) {
      final long time = partition.times()[EdgeNumbers.of(topology, in, vertex, position)];
      if (time >= limit || tooOld(time)) {
        return false;
      }
    }
    for (int e = 0; e < excludedCount; e++) {
      if (neighbors[position] == excluded[e]) {
        return false;
      }
    }
    return drawn.size == 0 || !wasDrawn(position);
  }

  /** Without an overflow, whatever the times. */
  private boolean tooOld(long time) {
    return rule.window() != EdgeRule.ALWAYS
        && limit >= Long.MIN_VALUE + rule.window()
        && time < limit - rule.window();
  }

  // ---- one after the other ----

  /** Partitions draw independently of each other. */
  private long drawStream(long stream) {
    return CounterRandom.child(stream, partition.number());
  }

  private void drawUniform(long stream, int from, int to, int before) {
    double time = 0;
    drawn.size = 0;
    seen = 0;
    for (int draw = 0; drawn.size < rule.fanout(); draw++) {
      final int position =
          from + CounterRandom.bounded(CounterRandom.bits(stream, 2L * draw), to - from);
      if (isNew(position)) {
        time += raced ? pause(stream, draw) / (to - from - drawn.size) : 1;
        drawn.add(position);
        if (!offerNext(time, position, before)) {
          return;
        }
      }
    }
  }

  private void drawByTable(boolean in, int vertex, long stream, int degree, int before) {
    final AliasTables tables = Objects.requireNonNull(in ? inTables : outTables, "no tables read");
    final int first = index(in).lists().first(vertex);
    final double total = tables.total(vertex);
    if (total == 0) {
      return;
    }
    final float[] weights = weighted(in).weights();
    double left = total;
    double time = 0;
    drawn.size = 0;
    seen = 0;
    int draws = 0;
    while (draws < MOST_DRAWS * rule.fanout() && left > total * 1e-6) {
      final int count = Math.min(MOST_AT_ONCE, rule.fanout() - drawn.size);
      tables.draw(first, degree, stream, draws, count, columns);
      for (int i = 0; raced && i < count; i++) {
        columnWeights[i] = weights[first + columns[i]];
      }
      for (int i = 0; i < count; i++, draws++) {
        final int position = columns[i];
        if (isNew(position)) {
          time += raced ? pause(stream, draws) / left : 1;
          left -= raced ? columnWeights[i] : 0; // or nobody asks for it
          drawn.add(position);
          if (!offerNext(time, position, before) || drawn.size == rule.fanout()) {
            return;
          }
        }
      }
    }
    // What was drawn is most of the weight: the others are given times.
    scanWeighted(in, vertex, CounterRandom.mix(stream + 1), 0, degree, before, time);
  }

  private static float pause(long stream, int draw) {
    return ReservoirKeys.one((int) (CounterRandom.bits(stream, 2L * draw + 1) >>> 32));
  }

  private boolean isNew(int position) {
    final long bit = 1L << position;
    if ((seen & bit) != 0 && wasDrawn(position)) {
      return false;
    }
    seen |= bit;
    return true;
  }

  private boolean wasDrawn(int position) {
    for (int i = 0; i < drawn.size; i++) {
      if (drawn.values[i] == position) {
        return true;
      }
    }
    return false;
  }

  /** Offers the edge that rings next; false if it is too late, as all that follow are. */
  private boolean offerNext(double time, int position, int before) {
    final long rank = rank(time, drawn.size);
    if (rank >= smallest.bound()) {
      return false;
    }
    smallest.add(rank, before + position);
    return true;
  }
}
