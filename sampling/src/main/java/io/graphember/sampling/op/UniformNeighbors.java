// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongIndex;
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
   * Answers a request on a partition's slab. Stages: starts and counts, positions to edges, edges
   * to sources, distinct sources, their replicas.
   *
   * <p>O(gathered edges); allocates the reply and scratch for it, nothing per vertex.
   *
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE} if a vertex or a
   *     position is not in the partition
   */
  public static GatherReply gather(PartitionTopology topology, GatherRequest request) {
    int[] starts = starts(topology, request);
    int[] edges = edges(topology, request, starts);
    int[] sources = sources(topology, edges);
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

  private static int[] starts(PartitionTopology topology, GatherRequest request) {
    final int[] vertices = request.vertices();
    final int[] counts = request.counts();
    final int[] offsets = topology.offsets();
    final int count = topology.vertices();
    if (counts.length != vertices.length) {
      throw outOfRange(request.partition(), counts.length + " counts");
    }
    int[] starts = new int[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      int vertex = vertices[i];
      if (vertex < 0 || vertex >= count) {
        throw outOfRange(request.partition(), "vertex " + vertex);
      }
      starts[i] = offsets[vertex];
    }
    return starts;
  }

  private static int[] edges(PartitionTopology topology, GatherRequest request, int[] starts) {
    final int[] vertices = request.vertices();
    final int[] counts = request.counts();
    final int[] positions = request.positions();
    final int[] offsets = topology.offsets();
    long total = positions.length;
    for (int i = 0; i < vertices.length; i++) {
      total += counts[i] == GatherRequest.ALL ? offsets[vertices[i] + 1] - starts[i] : 0;
    }
    int[] edges = new int[Math.toIntExact(total)];
    int at = 0;
    int next = 0;
    for (int i = 0; i < vertices.length; i++) {
      final int start = starts[i];
      final int degree = offsets[vertices[i] + 1] - start;
      if (counts[i] == GatherRequest.ALL) {
        for (int j = 0; j < degree; j++) {
          edges[at++] = start + j;
        }
        continue;
      }
      if (counts[i] < 0 || counts[i] > positions.length - next) {
        throw outOfRange(request.partition(), "count " + counts[i]);
      }
      for (int j = 0; j < counts[i]; j++) {
        int position = positions[next++];
        if (position < 0 || position >= degree) {
          throw outOfRange(request.partition(), "position " + position + " of degree " + degree);
        }
        edges[at++] = start + position;
      }
    }
    if (next != positions.length) {
      throw outOfRange(request.partition(), positions.length + " positions");
    }
    return edges;
  }

  private static int[] sources(PartitionTopology topology, int[] edges) {
    final int[] neighbors = topology.neighbors();
    for (int i = 0; i < edges.length; i++) {
      edges[i] = neighbors[edges[i]];
    }
    return edges;
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
    final int[] allDegrees = topology.degrees();
    long[] vids = new long[vertices.length];
    int[] degrees = new int[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      vids[i] = topology.vid(partition, vertices[i]);
      degrees[i] = allDegrees[vertices[i]];
    }
    if (!replicas) {
      int[] none = new int[0];
      return new VertexTable(vids, degrees, none, none, none, none);
    }
    return new ReplicaWriter(topology, partition, vertices.length).write(vids, degrees, vertices);
  }

  private static GraphemberException outOfRange(int partition, String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names %s, which partition %d does not hold.".formatted(what, partition));
  }

  /** Copies replica entries; an interior vertex gets one entry, this partition. */
  private static final class ReplicaWriter {
    private final PartitionTopology topology;
    private final int partition;
    private final int[] offsets;
    private final IntArray partitions;
    private final IntArray locals;
    private final IntArray inDegrees;

    ReplicaWriter(PartitionTopology topology, int partition, int vertices) {
      this.topology = topology;
      this.partition = partition;
      offsets = new int[vertices + 1];
      partitions = new IntArray(2 * vertices);
      locals = new IntArray(2 * vertices);
      inDegrees = new IntArray(2 * vertices);
    }

    VertexTable write(long[] vids, int[] degrees, int[] vertices) {
      final int[] replicaOffsets = topology.replicaOffsets();
      for (int i = 0; i < vertices.length; i++) {
        int first = replicaOffsets[vertices[i]];
        int end = replicaOffsets[vertices[i] + 1];
        if (first < end) {
          copy(first, end);
        } else if (degrees[i] > 0) {
          add(partition, vertices[i], degrees[i]);
        }
        offsets[i + 1] = partitions.size;
      }
      return new VertexTable(
          vids, degrees, offsets, partitions.toArray(), locals.toArray(), inDegrees.toArray());
    }

    private void copy(int first, int end) {
      for (int r = first; r < end; r++) {
        add(
            topology.replicaPartitions()[r],
            topology.replicaLocals()[r],
            topology.replicaDegrees()[r]);
      }
    }

    private void add(int partition, int local, int inDegree) {
      partitions.add(partition);
      locals.add(local);
      inDegrees.add(inDegree);
    }
  }
}
