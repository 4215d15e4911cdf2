// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongIndex;
import io.graphember.memory.PackedInts;
import io.graphember.sampling.engine.GatherReply;
import io.graphember.sampling.engine.GatherRequest;
import io.graphember.sampling.engine.LocateRequest;
import io.graphember.sampling.engine.VertexTable;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;

/**
 * Uniform sampling without replacement of in-neighbours of vertices whose edges are cut over
 * partitions (GLISP, section III-C, algorithms 1 and 2), exact.
 *
 * <p>A k-subset of {@code [0, D)}, D the in-degree in the whole graph, is drawn once, by the
 * trainer; cut at the replicas' ranges it <em>is</em> the multivariate hypergeometric split, and it
 * leaves a uniform subset within each range. So the apply half draws positions ({@link #draw},
 * {@link #split}), and the gather half only reads at them ({@link #gather}): one round trip, at
 * most k edges of a vertex on the wire.
 *
 * <p>Departure from GLISP, which lets every partition sample {@code k * local / D} by itself: that
 * rounds, ours does not.
 */
public final class UniformNeighbors {
  /** Fanout that takes all neighbours. */
  public static final int ALL = -1;

  /** Above this many positions, sequential selection replaces Floyd's linear scan. */
  private static final int FLOYD_MAX = 48;

  private UniformNeighbors() {}

  // ---- apply half: the trainer draws ----

  /**
   * Draws a uniform k-subset of {@code [0, degree)}.
   *
   * <p>Floyd's algorithm (Bentley and Floyd, CACM 30(9), 1987), O(k^2) with k small; for larger k
   * sequential selection (Knuth, TAOCP 2, 3.4.2, algorithm S), O(degree).
   *
   * @param key key of the stream of this vertex, hop and batch
   * @param degree D, larger than k
   * @param k number of positions, positive
   * @param positions receives k distinct positions from index 0
   */
  public static void draw(long key, int degree, int k, int[] positions) {
    if (k > FLOYD_MAX) {
      select(key, degree, k, positions);
      return;
    }
    int drawn = 0;
    for (int j = degree - k; j < degree; j++) {
      int position = CounterRandom.bounded(CounterRandom.bits(key, drawn), j + 1);
      for (int i = 0; i < drawn; i++) {
        if (positions[i] == position) {
          position = j;
          break;
        }
      }
      positions[drawn++] = position;
    }
  }

  private static void select(long key, int degree, int k, int[] positions) {
    int selected = 0;
    for (int i = 0; selected < k; i++) {
      if (CounterRandom.bounded(CounterRandom.bits(key, i), degree - i) < k - selected) {
        positions[selected++] = i;
      }
    }
  }

  /**
   * Cuts drawn positions at the replicas' ranges: replica r owns {@code [d_0 + .. + d_(r-1), .. +
   * d_r)}.
   *
   * @param positions k positions in {@code [0, D)}
   * @param k how many count
   * @param from start of the replica's range
   * @param to end of the replica's range
   * @param target positions within the range are appended, relative to its start
   * @return how many were appended
   */
  static int split(int[] positions, int k, int from, int to, IntArray target) {
    target.reserve(k);
    final int[] out = target.values;
    int size = target.size;
    final int before = size;
    for (int i = 0; i < k; i++) {
      int position = positions[i];
      out[size] = position - from;
      size += position >= from && position < to ? 1 : 0;
    }
    target.size = size;
    return size - before;
  }

  // ---- gather half: the partition reads ----

  /**
   * Answers a request on a partition's slab. Stages: degrees, positions, sources, distinct sources,
   * their replicas.
   *
   * <p>O(gathered edges), of a compressed layout O(lists read); allocates the reply and scratch for
   * it, nothing per vertex.
   *
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE} if a vertex or a
   *     position is not in the partition
   */
  public static GatherReply gather(PartitionTopology topology, GatherRequest request) {
    int[] degrees = degrees(topology, request);
    int[] counts = counts(request, degrees);
    int[] sources = positions(request, degrees, counts);
    topology.in().lists().gather(request.vertices(), counts, sources);
    int[] distinct = distinct(sources);
    return new GatherReply(
        sources, describe(topology, request.partition(), distinct, request.replicas()));
  }

  /** Says where in-edges of masters lie. */
  public static VertexTable locate(PartitionTopology topology, LocateRequest request) {
    for (int vertex : request.vertices()) {
      if (vertex < 0 || vertex >= topology.masters()) {
        throw outOfRange(request.partition(), "master " + vertex);
      }
    }
    return describe(topology, request.partition(), request.vertices(), true);
  }

  private static int[] degrees(PartitionTopology topology, GatherRequest request) {
    final int[] vertices = request.vertices();
    final int count = topology.vertices();
    if (request.counts().length != vertices.length) {
      throw outOfRange(request.partition(), request.counts().length + " counts");
    }
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= count) {
        throw outOfRange(request.partition(), "vertex " + vertex);
      }
    }
    int[] degrees = new int[vertices.length];
    topology.in().lists().degrees(vertices, degrees);
    return degrees;
  }

  /** How many positions each vertex has, whole lists counted. */
  private static int[] counts(GatherRequest request, int[] degrees) {
    int[] counts = request.counts().clone();
    long drawn = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == GatherRequest.ALL) {
        counts[i] = degrees[i];
      } else if (counts[i] < 0 || counts[i] > request.positions().length - drawn) {
        throw outOfRange(request.partition(), "count " + counts[i]);
      } else {
        drawn += counts[i];
      }
    }
    if (drawn != request.positions().length) {
      throw outOfRange(request.partition(), request.positions().length + " positions");
    }
    return counts;
  }

  /** The positions of every vertex, whole lists written out. */
  private static int[] positions(GatherRequest request, int[] degrees, int[] counts) {
    final int[] drawn = request.positions();
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    int[] positions = new int[Math.toIntExact(total)];
    int at = 0;
    int next = 0;
    for (int i = 0; i < counts.length; i++) {
      final int degree = degrees[i];
      final boolean all = request.counts()[i] == GatherRequest.ALL;
      for (int j = 0; j < counts[i]; j++) {
        int position = all ? j : drawn[next++];
        if (position < 0 || position >= degree) {
          throw outOfRange(request.partition(), "position " + position + " of degree " + degree);
        }
        positions[at++] = position;
      }
    }
    return positions;
  }

  /** Replaces each source by its number among the distinct ones, which are returned. */
  private static int[] distinct(int[] sources) {
    LongIndex index = new LongIndex(Math.max(16, sources.length / 2));
    IntArray distinct = new IntArray(Math.max(16, sources.length / 2));
    for (int i = 0; i < sources.length; i++) {
      int source = sources[i];
      int number = index.add(source);
      if (number == distinct.size) {
        distinct.add(source);
      }
      sources[i] = number;
    }
    return distinct.toArray();
  }

  private static VertexTable describe(
      PartitionTopology topology, int partition, int[] vertices, boolean replicas) {
    long[] vids = new long[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      vids[i] = topology.vid(partition, vertices[i]);
    }
    int[] degrees = new int[vertices.length];
    topology.in().lists().degrees(vertices, degrees);
    ReplicaWriter writer = new ReplicaWriter(topology.replicas(), partition, vertices);
    return replicas ? writer.write(vids, degrees) : writer.writeDegrees(vids, degrees);
  }

  private static GraphemberException outOfRange(int partition, String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names %s, which partition %d does not hold.".formatted(what, partition));
  }

  /** Adds up degrees, and copies the replicas that have in-edges, this partition's in its place. */
  private static final class ReplicaWriter {
    private final ReplicaSets replicas;
    private final int partition;
    private final int[] vertices;

    ReplicaWriter(ReplicaSets replicas, int partition, int[] vertices) {
      this.replicas = replicas;
      this.partition = partition;
      this.vertices = vertices;
    }

    /** Without replicas; degrees are those of this partition, and become those of the graph. */
    VertexTable writeDegrees(long[] vids, int[] degrees) {
      final PackedInts entries = replicas.offsets();
      for (int i = 0; i < vertices.length; i++) {
        final int end = entries.get(vertices[i] + 1);
        for (int r = entries.get(vertices[i]); r < end; r++) {
          degrees[i] += replicas.inDegrees().get(r);
        }
      }
      int[] none = new int[0];
      return new VertexTable(vids, degrees, none, none, none, none);
    }

    /** With replicas; degrees are those of this partition, and become those of the graph. */
    VertexTable write(long[] vids, int[] degrees) {
      final PackedInts entries = replicas.offsets();
      int[] offsets = new int[vertices.length + 1];
      IntArray partitions = new IntArray(2 * vertices.length);
      IntArray locals = new IntArray(2 * vertices.length);
      IntArray inDegrees = new IntArray(2 * vertices.length);
      for (int i = 0; i < vertices.length; i++) {
        int here = degrees[i];
        final int end = entries.get(vertices[i] + 1);
        for (int r = entries.get(vertices[i]); r < end; r++) {
          final int inDegree = replicas.inDegrees().get(r);
          if (here > 0 && replicas.partitions().get(r) > partition) {
            partitions.add(partition);
            locals.add(vertices[i]);
            inDegrees.add(here);
            here = 0;
          }
          if (inDegree > 0) {
            partitions.add(replicas.partitions().get(r));
            locals.add(replicas.locals().get(r));
            inDegrees.add(inDegree);
            degrees[i] += inDegree;
          }
        }
        if (here > 0) {
          partitions.add(partition);
          locals.add(vertices[i]);
          inDegrees.add(here);
        }
        offsets[i + 1] = partitions.size;
      }
      return new VertexTable(
          vids, degrees, offsets, partitions.toArray(), locals.toArray(), inDegrees.toArray());
    }
  }
}
