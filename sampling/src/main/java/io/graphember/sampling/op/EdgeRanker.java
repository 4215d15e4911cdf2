// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.ingest.EdgeAttributes;
import io.graphember.memory.IntArray;
import io.graphember.memory.kernel.ExponentialKeys;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.AliasTables;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.engine.WeightedLists;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Ranks the edges of vertices of one partition by a rule and proposes the first k of each.
 *
 * <p>A rank depends on the vertex's stream and on the edge, not on the partition that the edge lies
 * in, so the first k of the proposals of all partitions are the first k of the vertex: uniform
 * ranks are a hash of the edge's other end and type, ranks by weight are A-ES keys (GLISP, section
 * III-C, algorithms 3 and 4), recent edges have ranks by time. Parallel edges are told apart within
 * a partition; where a partitioner parts them (hdrf may), they are taken together or not at all.
 *
 * <p>O(edges of the vertices) but for tables. Used by one thread at a time.
 */
final class EdgeRanker {
  private static final int CHUNK = 512;
  private static final long NO_LIMIT = Long.MAX_VALUE;
  private static final long TYPE = 0xD1B54A32D192ED03L;
  private static final long PARALLEL = 0xABC98388FB8FAC03L;

  /** Tables are drawn from at least so many edges for each that is wanted. */
  private static final int TABLE_EDGES = 4;

  private final ResidentPartition partition;
  private final PartitionTopology topology;
  private final EdgeRule rule;
  private final WeightedLists inWeights; // null if the rule does not read them
  private final WeightedLists outWeights; // null if the rule does not read them
  private final AliasTables tables; // null if the rule does not draw by them
  private final SmallestRanks smallest = new SmallestRanks();
  private final float[] keys = new float[CHUNK];
  private final IntArray positions = new IntArray(256);
  private int[] neighbors = new int[64];
  private int[] excluded = new int[8];
  private int excludedCount;
  private long limit = NO_LIMIT;

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
    tables =
        rule.order() == EdgeRule.Order.WEIGHT_BY_TABLES && rule.direction() != Direction.BOTH
            ? partition.aliasTables(rule.direction() == Direction.IN)
            : null;
  }

  static GraphemberException typeUnknown(PartitionTopology topology, int edgeType) {
    return new GraphemberException(
        SamplingError.EDGE_TYPE_UNKNOWN,
        "The graph has %d edge types, numbered from 0; there is none with number %d."
            .formatted(topology.types().edgeTypes(), edgeType));
  }

  /** Proposes edges of the vertices of a request, in their order. */
  void rank(RankRequest request, RankedEdges out) {
    out.clear();
    positions.size = 0;
    partition.gathered();
    final int[] vertices = request.vertices();
    for (int i = 0; i < vertices.length; i++) {
      limit = request.limits().length == 0 ? NO_LIMIT : request.limits()[i];
      exclude(request, i);
      final int before = positions.size;
      rank(vertices[i], request.streams()[i], out);
      out.counts.add(positions.size - before);
      if (positions.size > GatherRequest.MAX_EDGES) {
        throw NeighborSampler.tooLarge();
      }
    }
    number(vertices, out);
    out.neighbors.size = 0;
    out.neighbors.reserve(positions.size);
    System.arraycopy(positions.values, 0, out.neighbors.values, 0, positions.size);
    out.neighbors.size = positions.size;
    rule.direction()
        .gather(topology, vertices, out.counts.values, vertices.length, out.neighbors.values);
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

  private void rank(int vertex, long stream, RankedEdges out) {
    if (tablesServe(vertex)) {
      drawByTable(vertex, stream, out);
      return;
    }
    smallest.begin(rule.fanout() == UniformNeighbors.ALL ? Integer.MAX_VALUE : rule.fanout());
    int before = 0;
    if (rule.direction() != Direction.OUT) {
      scan(true, vertex, stream, before);
      before = topology.in().lists().degree(vertex);
    }
    if (rule.direction() != Direction.IN) {
      scan(false, vertex, stream, before);
    }
    for (int i = 0; i < smallest.size(); i++) {
      positions.add(smallest.position(i));
      out.ranks.add(smallest.rank(i));
    }
  }

  private EdgeIndex index(boolean in) {
    return in ? topology.in() : topology.out();
  }

  /** Offers the edges of a list. */
  private void scan(boolean in, int vertex, long stream, int before) {
    final EdgeIndex index = index(in);
    final int degree = index.lists().degree(vertex);
    if (degree == 0 || rule.fanout() == 0) {
      return;
    }
    final boolean all = rule.edgeType() == EdgeRule.ANY_TYPE;
    final int from = all ? 0 : index.types().start(vertex, rule.edgeType());
    final int to = all ? degree : index.types().end(vertex, rule.edgeType());
    if (excludedCount > 0 || rule.order() == EdgeRule.Order.UNIFORM) {
      if (neighbors.length < degree) {
        neighbors = new int[2 * degree];
      }
      index.lists().copy(vertex, neighbors, 0);
    }
    switch (rule.order()) {
      case UNIFORM -> scanUniform(in, vertex, stream, from, to, before);
      case RECENT -> scanRecent(in, vertex, from, to, before);
      default -> scanWeighted(in, vertex, stream, from, to, before);
    }
  }

  private void scanUniform(boolean in, int vertex, long stream, int from, int to, int before) {
    final boolean typed = topology.types().edgeTypes() > 1;
    final long directed = in ? stream : CounterRandom.mix(stream);
    long parallel = 0;
    int lastType = -1;
    for (int i = from; i < to; i++) {
      final int type = typed ? index(in).types().type(vertex, i) : 0;
      parallel =
          i > from && neighbors[i] == neighbors[i - 1] && type == lastType ? parallel + 1 : 0;
      lastType = type;
      final long identity =
          topology.vid(partition.number(), neighbors[i]) * CounterRandom.GOLDEN
              + type * TYPE
              + parallel * PARALLEL;
      final long rank = CounterRandom.mix(CounterRandom.mix(identity) + directed) >>> 1;
      if (rank < smallest.bound() && admitted(in, vertex, i)) {
        smallest.add(rank, before + i);
      }
    }
  }

  private void scanRecent(boolean in, int vertex, int from, int to, int before) {
    final long[] times = partition.times();
    for (int i = from; i < to; i++) {
      final long rank = ~times[edge(in, vertex, i)]; // the later, the smaller
      if (rank < smallest.bound() && admitted(in, vertex, i)) {
        smallest.add(rank, before + i);
      }
    }
  }

  private void scanWeighted(boolean in, int vertex, long stream, int from, int to, int before) {
    final WeightedLists lists = in ? inWeights : outWeights;
    final int first = index(in).lists().first(vertex);
    final int seed = (int) ((in ? stream : CounterRandom.mix(stream)) >>> 32);
    for (int chunk = from; chunk < to; chunk += CHUNK) {
      final int count = Math.min(CHUNK, to - chunk);
      ExponentialKeys.BEST.fill(
          seed, lists.identities(), lists.weights(), first + chunk, count, keys);
      offer(in, vertex, chunk, count, before, lists.identities(), first);
    }
  }

  /** The few keys below the bound are worth a look. */
  private void offer(
      boolean in, int vertex, int chunk, int count, int before, int[] identities, int first) {
    float bound = keyBound();
    for (int i = 0; i < count; i++) {
      if (keys[i] < bound && admitted(in, vertex, chunk + i)) {
        final long rank =
            (long) Float.floatToRawIntBits(keys[i]) << 32
                | identities[first + chunk + i] & 0xFFFFFFFFL;
        if (rank < smallest.bound()) {
          smallest.add(rank, before + chunk + i);
          bound = keyBound();
        }
      }
    }
  }

  private float keyBound() {
    final long bound = smallest.bound();
    return bound == Long.MAX_VALUE
        ? Float.POSITIVE_INFINITY
        : Math.nextUp(Float.intBitsToFloat((int) (bound >>> 32)));
  }

  private int edge(boolean in, int vertex, int position) {
    final int place = index(in).lists().first(vertex) + position;
    return in ? topology.edgeOfIn(place) : place;
  }

  /** True if an edge is in time and not excluded. */
  private boolean admitted(boolean in, int vertex, int position) {
    if (limit != NO_LIMIT) {
      final long time = partition.times()[edge(in, vertex, position)];
      if (time >= limit || tooOld(time)) {
        return false;
      }
    }
    for (int e = 0; e < excludedCount; e++) {
      if (neighbors[position] == excluded[e]) {
        return false;
      }
    }
    return true;
  }

  /** Without an overflow, whatever the times. */
  private boolean tooOld(long time) {
    return rule.window() != EdgeRule.ALWAYS
        && limit >= Long.MIN_VALUE + rule.window()
        && time < limit - rule.window();
  }

  // ---- by tables ----

  private boolean tablesServe(int vertex) {
    if (tables == null
        || rule.edgeType() != EdgeRule.ANY_TYPE
        || rule.fanout() <= 0
        || limit != NO_LIMIT
        || excludedCount > 0) {
      return false;
    }
    final ReplicaSets replicas = topology.replicas();
    return rule.direction().degree(topology, vertex) >= (long) TABLE_EDGES * rule.fanout()
        && Routes.degreeElsewhere(
                replicas,
                rule.direction(),
                replicas.offsets().get(vertex),
                replicas.offsets().get(vertex + 1))
            == 0;
  }

  /**
   * One edge after the other by weight, those drawn already passed over: the law of A-ES. Where
   * they are most of the weight, A-ES goes on among the rest.
   */
  private void drawByTable(int vertex, long stream, RankedEdges out) {
    final boolean in = rule.direction() == Direction.IN;
    final int first = index(in).lists().first(vertex);
    final int degree = index(in).lists().degree(vertex);
    final int start = positions.size;
    final int wanted = rule.fanout();
    positions.reserve(wanted);
    long seen = 0;
    int draws = 0;
    for (; positions.size - start < wanted && draws < 8 * wanted; draws++) {
      final int position = tables.draw(first, degree, CounterRandom.bits(stream, draws));
      if ((seen & 1L << position) == 0 || !contains(start, position)) {
        seen |= 1L << position;
        positions.values[positions.size++] = position;
        out.ranks.add(positions.size - start);
      }
    }
    if (positions.size - start < wanted || draws == 0) {
      drawRest(in, vertex, stream, start, out);
    }
  }

  private boolean contains(int start, int position) {
    for (int i = start; i < positions.size; i++) {
      if (positions.values[i] == position) {
        return true;
      }
    }
    return false;
  }

  private void drawRest(boolean in, int vertex, long stream, int start, RankedEdges out) {
    final int drawn = positions.size - start;
    final int degree = index(in).lists().degree(vertex);
    smallest.begin(degree);
    scanWeighted(in, vertex, CounterRandom.child(stream, drawn), 0, degree, 0);
    int[] order = sortedByRank();
    for (int i = 0; i < order.length && positions.size - start < rule.fanout(); i++) {
      if (!contains(start, order[i])) {
        positions.add(order[i]);
        out.ranks.add(positions.size - start);
      }
    }
  }

  private int[] sortedByRank() {
    long[] ranks = new long[smallest.size()];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = smallest.rank(i) & ~0xFFFFFFFFL | smallest.position(i);
    }
    Arrays.sort(ranks);
    int[] order = new int[ranks.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (int) ranks[i];
    }
    return order;
  }

  // ---- numbers of edges ----

  private void number(int[] vertices, RankedEdges out) {
    final int edges = positions.size;
    out.edges.size = 0;
    out.edges.reserve(edges);
    out.edges.size = edges;
    if (topology.attributes().equals(EdgeAttributes.NONE)) {
      Arrays.fill(out.edges.values, 0, edges, -1);
      return;
    }
    int at = 0;
    for (int i = 0; i < vertices.length; i++) {
      final int ins =
          rule.direction() == Direction.OUT ? 0 : topology.in().lists().degree(vertices[i]);
      for (int end = at + out.counts.values[i]; at < end; at++) {
        final int position = positions.values[at];
        out.edges.values[at] =
            position < ins
                ? edge(true, vertices[i], position)
                : edge(false, vertices[i], position - ins);
      }
    }
  }
}
