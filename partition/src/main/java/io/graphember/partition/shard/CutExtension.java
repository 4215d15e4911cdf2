// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.AllEdges;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.partition.streaming.BalancedGreedy;
import io.graphember.partition.streaming.VertexReplicas;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.AssignmentSink;
import java.util.Arrays;
import java.util.List;

/**
 * Goes on with the cut of a base version: its masters and edges stay where they are, and every edge
 * that was added goes where {@link BalancedGreedy} places it, in canonical order. Masters of new
 * vertices are left open.
 *
 * <p>If several shards have the graph, they tell one another which partitions hold which vertices,
 * and each places all edges that were added and keeps the answer for its own.
 *
 * <p>O(E + A P) for A added edges. Used by one thread.
 */
public final class CutExtension {
  private static final int CANCEL_EVERY = 1 << 16;
  private static final int BATCH = 1 << 12;

  /** Of a superstep in which shards tell what holds vertices. */
  private static final int MESSAGE_BYTES = 4 << 20;

  private final EdgeTable edges;
  private final GraphNumbers numbers;
  private final VertexHomes homes; // of all vertices
  private final ShardExchange exchange;
  private final EdgeAssignment assignment;
  private final VertexReplicas sets;
  private final long[] partitionVertices;
  private final long[] partitionEdges;
  private final BuildProgress progress;
  private final Cancellation cancellation;

  /**
   * A cut of which nothing is known yet.
   *
   * @param edges those that end at vertices at home here
   * @param local vertices that this shard knows
   * @param homes where all vertices are at home, by their numbers in the graph
   * @param partitions number of partitions
   */
  public CutExtension(
      EdgeTable edges,
      LocalVertices local,
      VertexHomes homes,
      ShardExchange exchange,
      int partitions,
      BuildProgress progress,
      Cancellation cancellation) {
    this.edges = edges;
    this.homes = homes;
    GraphNumbers.requireFew(local.total());
    numbers = new GraphNumbers(local, homes);
    this.exchange = exchange;
    this.progress = progress;
    this.cancellation = cancellation;
    assignment = new EdgeAssignment((int) edges.vertices(), (int) edges.edges(), partitions);
    sets = VertexReplicas.empty(numbers.vertices(), partitions);
    partitionVertices = new long[partitions];
    partitionEdges = new long[partitions];
  }

  /** Bytes of the replica sets, of degrees and of messages, beside the assignment. */
  public static long estimateBytes(long vertices, int partitions, int shards) {
    final long sets = VertexReplicas.estimateBytes(vertices, partitions);
    return sets
        + 4 * vertices
        + (shards == 1 ? 0 : sets + (shards + (long) MessageWriter.COPIES) * mostBytes(vertices));
  }

  /** A small graph is not to take large messages. */
  private static long mostBytes(long vertices) {
    return Math.min(MESSAGE_BYTES, 16 * vertices);
  }

  /**
   * The partition of every edge that is here, and the masters of the base version that are at home
   * here.
   *
   * @param masters which partition has which vertices of the base version, of each vertex type
   */
  public EdgeAssignment of(List<PartitionRanges> masters) {
    keepEdges();
    if (exchange.shards() > 1) {
      tellEdges();
      tellSets();
    }
    for (int t = 0; t < masters.size(); t++) {
      keepMasters(masters.get(t), (int) numbers.local().start(t));
    }
    placeEdges();
    assignment.complete();
    return assignment;
  }

  private void keepMasters(PartitionRanges ranges, int firstVertex) {
    for (int v = 0; v < ranges.total(); v++) {
      final int vertex = firstVertex + v;
      final int partition = ranges.partition(v);
      join(vertex, partition);
      if (homes.here(vertex)) {
        assignment.assignMaster(numbers.local().find(vertex), partition);
      }
    }
  }

  private void keepEdges() {
    int[] offsets = edges.offsets();
    int[] sources = edges.sources();
    for (int v = 0; v + 1 < offsets.length; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int partition = edges.basePartition(e);
        if (partition != PartitionRanges.NONE) {
          join(numbers.of(v), partition);
          join(numbers.of(sources[e]), partition);
          partitionEdges[partition]++;
        }
      }
    }
  }

  private void join(int vertex, int partition) {
    if (sets.holds(vertex, partition) == 0) {
      sets.add(vertex, partition);
      partitionVertices[partition]++;
    }
  }

  /** A shard says how many edges of each partition it has. */
  private void tellEdges() {
    MessageWriter out = new MessageWriter();
    for (long count : partitionEdges) {
      out.number(count);
    }
    Arrays.fill(partitionEdges, 0);
    for (byte[] message : exchange.gather(out.toBytes())) {
      MessageReader in = new MessageReader(message);
      Arrays.setAll(partitionEdges, p -> partitionEdges[p] + in.index(Integer.MAX_VALUE));
    }
  }

  /**
   * A shard says for each vertex, ascending, that its edges put into partitions: how many vertices
   * are between it and the one before, how many partitions, and these, ascending, each less the one
   * before. It says nothing when it has said all.
   */
  private void tellSets() {
    final Told[] told = new Told[exchange.shards()];
    Arrays.setAll(told, shard -> new Told());
    int next = 0;
    int before = -1; // told of last
    boolean more = true;
    final VertexReplicas own = sets.copy(); // what others say is not said again
    while (more) {
      cancellation.check();
      MessageWriter out = new MessageWriter();
      for (; next < numbers.vertices() && out.size() < mostBytes(numbers.vertices()); next++) {
        if (own.count(next) > 0) {
          out.number(next - before - 1L);
          write(own, next, out);
          before = next;
        }
      }
      more = false;
      byte[][] messages = exchange.gather(out.toBytes());
      for (int shard = 0; shard < messages.length; shard++) {
        told[shard].hear(new MessageReader(messages[shard]));
        more |= messages[shard].length > 0;
      }
    }
  }

  private static void write(VertexReplicas own, int vertex, MessageWriter out) {
    out.number(own.count(vertex));
    int before = 0;
    for (int p = own.next(vertex, 0); p >= 0; p = own.next(vertex, p + 1)) {
      out.number(p - before);
      before = p;
    }
  }

  /** What one shard says of vertices. */
  private final class Told {
    private int vertex = -1; // the last one that it has told of

    void hear(MessageReader in) {
      final int partitions = partitionEdges.length;
      while (!in.atEnd()) {
        vertex += 1 + in.index(numbers.vertices() - 1L - vertex);
        final int count = in.index(partitions + 1L);
        int partition = 0;
        for (int i = 0; i < count; i++) {
          partition += in.index(partitions - partition);
          join(vertex, partition);
        }
      }
    }
  }

  private void placeEdges() {
    int[] added = new int[numbers.vertices()]; // edges at each vertex
    for (int v = 0; v < edges.vertices(); v++) {
      for (int e = edges.offsets()[v]; e < edges.offsets()[v + 1]; e++) {
        added[numbers.of(v)] += added(e) ? 1 : 0;
      }
    }
    AllEdges all =
        new AllEdges(added, homes, exchange, () -> new TableWalk(edges, numbers, this::added));
    final long allEdges = Arrays.stream(partitionEdges).sum() + all.edges();
    BalancedGreedy greedy = new BalancedGreedy(sets, partitionVertices, partitionEdges, allEdges);
    Answers answers = new Answers();
    AssignmentSink own = all.own(answers);
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] partitions = new int[BATCH];
    long done = 0;
    for (int count = all.read(sources, destinations);
        count > 0;
        count = all.read(sources, destinations)) {
      cancellation.check();
      for (int i = 0; i < count; i++) {
        partitions[i] = greedy.place(sources[i], destinations[i]);
      }
      own.assignEdges(partitions, count);
      done += count;
      progress.at("stream", done, all.edges());
    }
    answers.keep();
  }

  private boolean added(int edge) {
    return edges.basePartition(edge) == PartitionRanges.NONE;
  }

  /** Takes the partitions of the edges here that were added, and puts the others between them. */
  private final class Answers implements AssignmentSink {
    private int next; // edge

    @Override
    public void assignEdges(int[] partitions, int count) {
      for (int i = 0; i < count; i++) {
        keep();
        assignment.assignEdge(partitions[i]);
        next++;
      }
    }

    /** Leaves edges where they are, up to the next one that was added. */
    void keep() {
      while (next < edges.edges() && !added(next)) {
        assignment.assignEdge(edges.basePartition(next++));
      }
    }

    @Override
    public void assignMaster(int vertex, int partition) {
      throw new IllegalStateException("masters that are added are left open");
    }
  }
}
