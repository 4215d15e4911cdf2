// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeNumbers;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.Routes;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.sampling.op.VertexTable;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The apply half of sampling by ranks: asks every partition that has edges of a vertex, and takes
 * the first k of what they propose together. Ties are broken by partition. Of one rule of one hop.
 */
public final class Proposals {
  private final Frontier frontier;
  private final long[] times;
  private final ExcludedEdges excluded;
  private final IntArray asked = new IntArray(64);
  private final IntArray[] vertices;
  private final IntArray[] routes; // of each vertex
  private final LongArray[] streams;
  private final LongArray[] limits;
  private final IntArray[] excludedOffsets;
  private final LongArray[] excludedVids;
  private final RankedEdges[] ranked;
  private final VertexTable[] tables; // of partitions elsewhere
  private long[] ranks = new long[64];

  /** Edges of one partition that are taken, in the order of the questions. */
  public static final class Taken {
    public final IntArray questions = new IntArray(256); // counted from 0, as they were asked
    public final IntArray neighbors = new IntArray(256); // local numbers, or rows of the table
    public final IntArray edges = new IntArray(256); // numbers, -1 where edges carry nothing
    public @Nullable VertexTable table; // of a partition elsewhere
    private final IntArray vertices = new IntArray(256); // of a partition here
    private final IntArray counts = new IntArray(256); // edges of each of these vertices
  }

  /**
   * Without a question yet.
   *
   * @param times time of each context of the frontier; empty for none
   */
  public Proposals(Frontier frontier, long[] times, ExcludedEdges excluded, int partitions) {
    this.frontier = frontier;
    this.times = times;
    this.excluded = excluded;
    vertices = new IntArray[partitions];
    routes = new IntArray[partitions];
    streams = new LongArray[partitions];
    limits = new LongArray[partitions];
    excludedOffsets = new IntArray[partitions];
    excludedVids = new LongArray[partitions];
    ranked = new RankedEdges[partitions];
    tables = new VertexTable[partitions];
    for (int p = 0; p < partitions; p++) {
      ranked[p] = new RankedEdges();
      vertices[p] = new IntArray(64);
      routes[p] = new IntArray(64);
      streams[p] = new LongArray(64);
      limits[p] = new LongArray(8);
      excludedOffsets[p] = new IntArray(8);
      excludedVids[p] = new LongArray(8);
    }
  }

  /**
   * Asks about the first vertices of the frontier, each with a stream of its own.
   *
   * @param present a bit for each type that a vertex has edges of, at its number modulo 64; the
   *     length is the number of vertices
   * @param edgeType which a vertex must have, or {@link EdgeRule#ANY_TYPE}
   */
  void askAll(long[] present, int edgeType, long key) {
    for (int i = 0; i < present.length; i++) {
      if (edgeType == EdgeRule.ANY_TYPE || (present[i] >>> edgeType & 1) != 0) {
        final long vid = frontier.vids.values[i];
        ask(i, CounterRandom.mix(key + vid * CounterRandom.GOLDEN));
      }
    }
  }

  /** Numbers in the frontier of the vertices that were asked about, by question. */
  int[] asked() {
    return asked.values;
  }

  /**
   * Asks about a vertex of the frontier, maybe again.
   *
   * @param stream key of the random stream of this question
   */
  public void ask(int number, long stream) {
    asked.add(number);
    final long vid = frontier.vids.values[number];
    final int first = frontier.routeStarts.values[number];
    final int count = frontier.routeCounts.values[number];
    final int known = excluded.isEmpty() ? -1 : excluded.find(vid);
    for (int r = first; r < first + count; r++) {
      final long place = frontier.routes.places.values[r];
      routes[Routes.partition(place)].add(count);
      ask(Routes.partition(place), Routes.local(place), number, known, stream);
    }
  }

  private void ask(int p, int local, int destination, int known, long stream) {
    vertices[p].add(local);
    streams[p].add(stream);
    if (times.length > 0) {
      limits[p].add(times[frontier.contexts.values[destination]]);
    }
    if (!excluded.isEmpty()) {
      excludedOffsets[p].add(excludedVids[p].size);
      for (int e = excluded.first(known); e < excluded.end(known); e++) {
        excludedVids[p].add(excluded.others()[e]);
      }
    }
  }

  /** The questions to a partition. */
  private RankRequest request(int p, EdgeRule rule, Direction described, Details details) {
    if (!excluded.isEmpty()) {
      excludedOffsets[p].add(excludedVids[p].size);
    }
    boolean[] cut = new boolean[routes[p].size];
    for (int i = 0; i < cut.length; i++) {
      cut[i] = routes[p].values[i] > 1;
    }
    return new RankRequest(
        p,
        rule,
        described,
        vertices[p].toArray(),
        cut,
        streams[p].toArray(),
        limits[p].toArray(),
        excludedOffsets[p].toArray(),
        excludedVids[p].toArray(),
        details);
  }

  /**
   * Sends the questions, answers those to partitions in this process, waits for the others.
   *
   * @param details what is found out about the neighbours
   * @param what is waited for, for a message
   */
  public void gather(
      PartitionClient client,
      Replies replies,
      EdgeRule rule,
      Direction described,
      Details details,
      String what) {
    RankRequest[] requests = new RankRequest[ranked.length];
    for (int p = 0; p < requests.length; p++) {
      requests[p] = request(p, rule, described, details);
    }
    RankReply[] answers =
        Exchange.run(
            client.hosts(),
            client::host,
            requests.length,
            p ->
                client.resident(p).isPresent() || requests[p].vertices().length == 0
                    ? null
                    : requests[p],
            client::ask,
            () -> rankHere(client, requests, rule),
            RankReply[]::new,
            reply -> replies.await(reply, what));
    for (int p = 0; p < requests.length; p++) {
      if (answers[p] != null) {
        answers[p].copyTo(ranked[p], requests[p].vertices().length, rule.fanout());
        tables[p] = answers[p].vertices();
        Frontier.requireShape(tables[p], details);
      }
    }
  }

  private void rankHere(PartitionClient client, RankRequest[] requests, EdgeRule rule) {
    for (int p = 0; p < requests.length; p++) {
      if (requests[p].vertices().length > 0 && client.resident(p).isPresent()) {
        new EdgeRanker(client.resident(p).get(), rule).rank(requests[p], ranked[p]);
      }
    }
  }

  /**
   * Takes the first k of each question.
   *
   * @param client has the partitions of this process, whose lists are read
   * @param rule its fanout is k
   * @return what is taken of each partition
   */
  public Taken[] select(PartitionClient client, EdgeRule rule) {
    Taken[] taken = new Taken[ranked.length];
    for (int p = 0; p < taken.length; p++) {
      taken[p] = new Taken();
      taken[p].table = tables[p];
    }
    select(rule.fanout(), taken);
    for (int p = 0; p < taken.length; p++) {
      if (tables[p] == null && client.resident(p).isPresent()) {
        read(client.resident(p).get().topology(), rule.direction(), taken[p]);
      }
    }
    return taken;
  }

  /** Neighbours and numbers of edges, of those that are taken alone. */
  private static void read(PartitionTopology topology, Direction direction, Taken taken) {
    final int[] vertices = taken.vertices.values;
    final int[] counts = taken.counts.values;
    final int size = taken.vertices.size;
    EdgeNumbers.find(topology, direction, vertices, counts, size, taken.neighbors, taken.edges);
    direction.gather(topology, vertices, counts, size, taken.neighbors.values);
  }

  private void select(int fanout, Taken[] taken) {
    int[] vertices = new int[ranked.length]; // of each partition that are done
    int[] edges = new int[ranked.length]; // of each partition that are done
    for (int i = 0; i < asked.size; i++) {
      final int first = frontier.routeStarts.values[asked.values[i]];
      final int end = first + frontier.routeCounts.values[asked.values[i]];
      if (end - first == 1) { // nobody competes with what its partition proposes
        final int p = Routes.partition(frontier.routes.places.values[first]);
        final int count = ranked[p].counts.values[vertices[p]];
        taken[p].vertices.add(this.vertices[p].values[vertices[p]++]);
        taken[p].counts.add(count);
        takeAll(taken[p], p, i, edges[p], edges[p] + count);
        edges[p] += count;
        continue;
      }
      final int proposed = collect(vertices, edges, first, end);
      final boolean all = fanout == UniformNeighbors.ALL || proposed <= fanout;
      long bound = Long.MAX_VALUE;
      int ties = 0; // of those that equal the bound
      if (!all && fanout > 0) {
        Arrays.sort(ranks, 0, proposed);
        bound = ranks[fanout - 1];
        for (int j = fanout - 1; j >= 0 && ranks[j] == bound; j--) {
          ties++;
        }
      }
      for (int r = first; r < end; r++) {
        final int p = Routes.partition(frontier.routes.places.values[r]);
        final int vertex = this.vertices[p].values[vertices[p]];
        final int count = ranked[p].counts.values[vertices[p]++];
        final int before = taken[p].neighbors.size;
        for (int e = edges[p]; e < edges[p] + count; e++) {
          final long rank = ranked[p].ranks.values[e];
          if (all || fanout > 0 && (rank < bound || rank == bound && ties-- > 0)) {
            take(taken[p], p, i, e);
          }
        }
        taken[p].vertices.add(vertex);
        taken[p].counts.add(taken[p].neighbors.size - before);
        edges[p] += count;
      }
    }
  }

  private void takeAll(Taken taken, int p, int question, int from, int to) {
    final int size = taken.questions.size;
    taken.questions.reserve(to - from);
    taken.questions.size = size + to - from;
    Arrays.fill(taken.questions.values, size, taken.questions.size, question);
    if (tables[p] == null) {
      taken.neighbors.addAll(ranked[p].positions.values, from, to);
    } else {
      taken.neighbors.addAll(ranked[p].neighbors.values, from, to);
      taken.edges.addAll(ranked[p].edges.values, from, to);
    }
  }

  private void take(Taken taken, int p, int question, int e) {
    taken.questions.add(question);
    if (tables[p] == null) {
      taken.neighbors.add(ranked[p].positions.values[e]);
    } else {
      taken.neighbors.add(ranked[p].neighbors.values[e]);
      taken.edges.add(ranked[p].edges.values[e]);
    }
  }

  /** The ranks that were proposed to a question; how many. */
  private int collect(int[] vertices, int[] edges, int first, int end) {
    int proposed = 0;
    for (int r = first; r < end; r++) {
      final int p = Routes.partition(frontier.routes.places.values[r]);
      final int count = ranked[p].counts.values[vertices[p]];
      if (proposed + count > ranks.length) {
        ranks = Arrays.copyOf(ranks, 2 * (proposed + count));
      }
      System.arraycopy(ranked[p].ranks.values, edges[p], ranks, proposed, count);
      proposed += count;
    }
    return proposed;
  }
}
