// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.VertexData;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * A partition that lies in this process, as operators read it. Columns that only some operators
 * need are made when the first of them asks, and stay. Safe for use by several threads.
 */
public final class ResidentPartition {
  private static final long CLUSTER_BYTES = 12; // of a master: its cluster, and those of clusters

  private final int number;
  private final PartitionTopology topology;
  private final EdgeData edgeData;
  private final VertexData vertexData;
  private final MemoryBudget.Reservation memory;
  private final LongAdder gathers = new LongAdder();
  private final LongAdder sampledEdges = new LongAdder();
  private final Queue<int[]> freeStamps = new ConcurrentLinkedQueue<>();
  private final WeightedLists[] weighted = new WeightedLists[2]; // in, out
  private final AliasTables[] aliases = new AliasTables[2];
  private final DegreeTable[] degrees; // all, then of each vertex type
  private final Map<List<Integer>, int[]> outEnds = new HashMap<>(); // by edge types
  private final Map<Clustering, PartitionClusters> clusters = new HashMap<>();
  private Optional<PartitionClusters> given = Optional.empty();

  /**
   * A partition.
   *
   * @param number its number
   * @param topology its edges
   * @param edgeData what they carry
   * @param vertexData what its masters carry
   * @param memory grows by what is made later; closed by whoever gave it
   */
  public ResidentPartition(
      int number,
      PartitionTopology topology,
      EdgeData edgeData,
      VertexData vertexData,
      MemoryBudget.Reservation memory) {
    this.number = number;
    this.topology = topology;
    this.edgeData = edgeData;
    this.vertexData = vertexData;
    this.memory = memory;
    this.degrees = new DegreeTable[topology.types().vertexTypes() + 1];
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** Its edges. */
  public PartitionTopology topology() {
    return topology;
  }

  /** What its edges carry. */
  public EdgeData edgeData() {
    return edgeData;
  }

  /**
   * Weights in the order of the lists; the first call takes 8 bytes an edge.
   *
   * @param in true for in-edges
   * @throws GraphemberException with code {@link SamplingError#EDGE_COLUMN_MISSING} if edges have
   *     no weight, or if the memory budget has no room
   */
  public synchronized WeightedLists weightedLists(boolean in) {
    final float[] weights = edgeData.weights();
    if (weights == null) {
      throw columnMissing("weight");
    }
    final int direction = in ? 0 : 1;
    if (weighted[direction] == null) {
      memory.grow(WeightedLists.estimateBytes(topology.edges()));
      weighted[direction] = WeightedLists.of(number, topology, weights, in);
    }
    return weighted[direction];
  }

  /**
   * Alias tables of the lists; the first call takes 8 bytes an edge and a vertex more.
   *
   * @param in true for in-edges
   */
  public synchronized AliasTables aliasTables(boolean in) {
    final float[] weights = weightedLists(in).weights();
    final int direction = in ? 0 : 1;
    if (aliases[direction] == null) {
      memory.grow(AliasTables.estimateBytes(topology.edges(), topology.vertices()));
      aliases[direction] =
          AliasTables.of(
              in ? topology.in().lists() : topology.out().lists(), topology.vertices(), weights);
    }
    return aliases[direction];
  }

  /**
   * Draws masters by degree; the first call for a vertex type takes 12 bytes a master of it.
   *
   * @param vertexType a type of the graph, or -1 for all
   */
  public synchronized DegreeTable degreeTable(int vertexType) {
    final int from = vertexType < 0 ? 0 : topology.types().start(vertexType);
    final int to = vertexType < 0 ? topology.masters() : topology.types().start(vertexType + 1);
    if (degrees[vertexType + 1] == null) {
      memory.grow(DegreeTable.estimateBytes(to - from));
      degrees[vertexType + 1] = DegreeTable.of(topology, from, to);
    }
    return degrees[vertexType + 1];
  }

  /** How clusters are found, and how large they are at most. */
  private record Clustering(ClusterMethod method, int most) {}

  /**
   * Clusters of the masters; the first call for a method and size takes 12 bytes a master, and more
   * while it finds them.
   *
   * @param most vertices of a cluster, 1 or more
   */
  public synchronized PartitionClusters clusters(ClusterMethod method, int most) {
    return clusters.computeIfAbsent(
        new Clustering(method, most),
        how -> {
          final long scratch = PartitionClusters.scratchBytes(topology, method);
          memory.grow(CLUSTER_BYTES * topology.masters() + scratch);
          try {
            return PartitionClusters.of(topology, method, most);
          } finally {
            memory.giveBack(scratch);
          }
        });
  }

  /**
   * Clusters of the masters that came with the graph; the first call takes 20 bytes a master.
   *
   * @throws GraphemberException with code {@link SamplingError#VERTEX_COLUMN_MISSING} if there are
   *     none, or if the memory budget has no room
   */
  public synchronized PartitionClusters givenClusters() {
    final long[] column = vertexData.clusters();
    if (column == null) {
      throw new GraphemberException(
          SamplingError.VERTEX_COLUMN_MISSING,
          "Vertices of this graph have no cluster, which the batches asked for need.");
    }
    if (given.isEmpty()) {
      memory.grow(PartitionClusters.givenBytes(topology.masters()));
      given = Optional.of(PartitionClusters.given(column));
    }
    return given.get();
  }

  /**
   * Number of out-edges of vertices 0 to v, at v; the first call for some types takes 4 bytes a
   * vertex. Not to be changed.
   *
   * @param edgeTypes numbers of the edge types that count, each once; none for all
   */
  public synchronized int[] outEnds(int... edgeTypes) {
    return outEnds.computeIfAbsent(
        Arrays.stream(edgeTypes).boxed().toList(), types -> countOut(edgeTypes));
  }

  private int[] countOut(int[] edgeTypes) {
    memory.grow(4L * topology.vertices());
    final EdgeIndex out = topology.out();
    int[] ends = new int[topology.vertices()];
    int end = 0;
    for (int v = 0; v < ends.length; v++) {
      end += edgeTypes.length == 0 ? out.lists().degree(v) : 0;
      for (int type : edgeTypes) {
        end += out.types().end(v, type) - out.types().start(v, type);
      }
      ends[v] = end;
    }
    return ends;
  }

  /**
   * The time of each edge.
   *
   * @throws GraphemberException with code {@link SamplingError#EDGE_COLUMN_MISSING} if edges have
   *     none
   */
  public long[] times() {
    if (edgeData.times() == null) {
      throw columnMissing("time");
    }
    return edgeData.times();
  }

  private static GraphemberException columnMissing(String column) {
    return new GraphemberException(
        SamplingError.EDGE_COLUMN_MISSING,
        "Edges of this graph have no %s, which the sampling asked for needs.".formatted(column));
  }

  /**
   * Bytes of the arrays that {@link #lendStamps} lends.
   *
   * @param vertices local vertices of one or several partitions
   * @param borrowers how many borrow at once
   */
  public static long stampBytes(long vertices, int borrowers) {
    return 4L * vertices * borrowers;
  }

  /**
   * Makes arrays for borrowers to come, so that a job that has no room for them is refused before
   * it begins.
   *
   * @throws GraphemberException if the memory budget has no room
   */
  public void prepareStamps(int borrowers) {
    memory.grow(stampBytes(topology.vertices(), borrowers));
    for (int i = 0; i < borrowers; i++) {
      freeStamps.add(new int[topology.vertices()]);
    }
  }

  /**
   * Lends an array of zeros, one for each local vertex; taken from the memory budget if none is
   * left from an earlier borrower.
   *
   * @throws GraphemberException if the memory budget has no room
   */
  public int[] lendStamps() {
    int[] stamps = freeStamps.poll();
    if (stamps == null) {
      memory.grow(stampBytes(topology.vertices(), 1));
      stamps = new int[topology.vertices()];
    }
    return stamps;
  }

  /**
   * Replaces local numbers by their numbers among the distinct ones, O(length) without hashing.
   *
   * @return the distinct ones, in the order in which they come
   */
  public int[] number(int[] vertices) {
    int[] stamps = lendStamps();
    IntArray distinct = new IntArray(Math.max(16, vertices.length / 2));
    for (int i = 0; i < vertices.length; i++) {
      final int local = vertices[i];
      if (stamps[local] == 0) {
        distinct.add(local);
        stamps[local] = distinct.size;
      }
      vertices[i] = stamps[local] - 1;
    }
    for (int i = 0; i < distinct.size; i++) {
      stamps[distinct.values[i]] = 0;
    }
    freeStamps.add(stamps);
    return distinct.toArray();
  }

  /** Takes an array back. */
  public void giveBack(int[] stamps) {
    Arrays.fill(stamps, 0);
    freeStamps.add(stamps);
  }

  /**
   * Counts a gather.
   *
   * @param edges edges that it read for a sample
   */
  public void gathered(long edges) {
    gathers.increment();
    sampledEdges.add(edges);
  }

  /** How many gathers there were. */
  public long gathers() {
    return gathers.sum();
  }

  /** How many edges all gathers have read for samples. */
  public long sampledEdges() {
    return sampledEdges.sum();
  }
}
