// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.streaming.VertexReplicas;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Where each vertex lies: the partitions that hold it, which of them is the master, and its local
 * number in each.
 *
 * <p>Replicas of a vertex are in ascending order of partition. A set of partitions is kept as a bit
 * set, so that the entry of (vertex, partition) is found by rank. {@code P / 8 + 14 RF + 10} bytes
 * a vertex, P rounded up to 64, and 4 for each partition and vertex type. Immutable once built.
 */
public final class ReplicaTable {
  private final VertexNumbering numbering;
  private final int partitions;
  private final VertexReplicas sets;
  private final short[] masters;
  private final ReplicaDegrees degrees;
  private final short[] entryPartitions; // [replicas]
  private final int[] locals; // [replicas]
  private final int[] byVid; // vertices in order of vid
  private final int[] masterOffsets; // [partitions + 1] into byVid
  private final int[] typeStarts; // [partitions, types + 1], local numbers
  private final long[] partitionVertices; // vertices with edges
  private final long[] allVertices; // isolated masters too
  private final long[] allReplicas; // over all vertices of a partition
  private final long connected;

  private ReplicaTable(
      Incidences edges, VertexNumbering numbering, MasterGroups groups, LongConsumer beforeGrowth) {
    this.numbering = numbering;
    int vertices = edges.vertices();
    partitions = edges.partitions();
    sets = VertexReplicas.empty(vertices, partitions);
    edges.forEach((vertex, partition, ending, beginning) -> sets.add(vertex, partition));
    partitionVertices = new long[partitions];
    connected = countConnected(vertices);
    addNamed(edges);
    beforeGrowth.accept(estimateBytes(vertices, countReplicas(), partitions, numbering.types()));
    degrees = ReplicaDegrees.of(edges, sets);
    masters = MasterChoice.of(edges, sets, degrees, groups);
    byVid = new int[vertices];
    masterOffsets = new int[partitions + 1];
    typeStarts = new int[typeEntries(numbering.types() + 1L)];
    entryPartitions = listPartitions();
    locals = new int[entryPartitions.length];
    numberMasters(vertices);
    numberMirrors();
    allVertices = new long[partitions];
    allReplicas = new long[partitions];
    countReplicas(vertices);
  }

  private int typeEntries(long typeBounds) {
    return Math.toIntExact(typeBounds * partitions); // 2^8 types, 2^15 partitions
  }

  /**
   * Chooses masters and numbers vertices.
   *
   * @param groups of which partitions are to have as many masters
   */
  public static ReplicaTable of(Incidences edges, VertexNumbering numbering, MasterGroups groups) {
    return of(edges, numbering, groups, bytes -> {});
  }

  /**
   * The same.
   *
   * @param beforeGrowth is told the bytes of the whole table when its replicas are known
   */
  public static ReplicaTable of(
      Incidences edges, VertexNumbering numbering, MasterGroups groups, LongConsumer beforeGrowth) {
    return new ReplicaTable(edges, numbering, groups, beforeGrowth);
  }

  /** Upper bound on the bytes of a table, with the worst replication factor P. */
  public static long mostBytes(long vertices, long edges, int partitions, int types) {
    return estimateBytes(
        vertices, Math.min(vertices * partitions, 2 * edges + vertices), partitions, types);
  }

  /** Bytes of a table while it is built. */
  private static long estimateBytes(long vertices, long replicas, int partitions, int types) {
    // The last 8: the order of masters, while it is built.
    return VertexReplicas.estimateBytes(vertices, partitions)
        + 18 * vertices
        + 14 * replicas
        + 4L * (types + 1) * partitions;
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return VertexReplicas.estimateBytes(masters.length, partitions)
        + 10L * masters.length
        + 14L * degrees.entries()
        + 4L * typeStarts.length;
  }

  public int partitions() {
    return partitions;
  }

  public VertexNumbering numbering() {
    return numbering;
  }

  /** Vertices with at least one edge. */
  public long connected() {
    return connected;
  }

  /** Vertices with edges in each partition. */
  public long[] partitionVertices() {
    return partitionVertices.clone();
  }

  /** Vertices in a partition, masters without edges too. */
  public long vertices(int partition) {
    return allVertices[partition];
  }

  /** Replicas, in all partitions, of the vertices in a partition. */
  public long replicasIn(int partition) {
    return allReplicas[partition];
  }

  public int masters(int partition) {
    return masterOffsets[partition + 1] - masterOffsets[partition];
  }

  /** The vertex whose master has that local number. */
  public int master(int partition, int local) {
    return byVid[masterOffsets[partition] + local];
  }

  /** Vertices in order of vid. */
  public int[] byVid() {
    return byVid;
  }

  public long vid(int vertex) {
    int partition = masters[vertex];
    return Vid.of(partition, locals[entry(vertex, partition)]);
  }

  public boolean holds(int vertex, int partition) {
    return sets.holds(vertex, partition) != 0;
  }

  /** Partition of a vertex's master. */
  public int masterOf(int vertex) {
    return masters[vertex];
  }

  /** Partitions that hold a vertex, ascending. */
  public int[] partitionsOf(int vertex) {
    int[] all = new int[lastEntry(vertex) - firstEntry(vertex)];
    Arrays.setAll(all, i -> partitionOfEntry(firstEntry(vertex) + i));
    return all;
  }

  public boolean isMaster(int vertex, int partition) {
    return masters[vertex] == partition;
  }

  /** First replica entry of a vertex; entries follow in ascending order of partition. */
  public int firstEntry(int vertex) {
    return degrees.first(vertex);
  }

  /** The end of a vertex's replica entries. */
  public int lastEntry(int vertex) {
    return degrees.first(vertex + 1);
  }

  public int partitionOfEntry(int entry) {
    return entryPartitions[entry];
  }

  public int localOfEntry(int entry) {
    return locals[entry];
  }

  public int inDegreeOfEntry(int entry) {
    return degrees.in(entry);
  }

  public int outDegreeOfEntry(int entry) {
    return degrees.out(entry);
  }

  private int entry(int vertex, int partition) {
    return firstEntry(vertex) + sets.rank(vertex, partition);
  }

  /** Adds the partitions that the partitioner named for masters. */
  private void addNamed(Incidences edges) {
    for (int v = 0; v < edges.vertices(); v++) {
      if (edges.master(v) != EdgeAssignment.NO_MASTER) {
        sets.add(v, edges.master(v));
      }
    }
  }

  private long countConnected(int vertices) {
    long count = 0;
    for (int v = 0; v < vertices; v++) {
      int partition = sets.next(v, 0);
      count += partition >= 0 ? 1 : 0;
      for (; partition >= 0; partition = sets.next(v, partition + 1)) {
        partitionVertices[partition]++;
      }
    }
    return count;
  }

  private long countReplicas() {
    long count = 0;
    for (int v = 0; v < numbering.vertices(); v++) {
      count += Math.max(1, sets.count(v)); // one for the master of an isolated vertex
    }
    return count;
  }

  private short[] listPartitions() {
    short[] listed = new short[degrees.entries()];
    int entry = 0;
    for (int v = 0; v < masters.length; v++) {
      for (int p = sets.next(v, 0); p >= 0; p = sets.next(v, p + 1)) {
        listed[entry++] = (short) p;
      }
    }
    return listed;
  }

  /** Local numbers of masters: by type, then by degree descending, then by vertex. */
  private void numberMasters(int vertices) {
    long[] order = new long[vertices];
    for (int v = 0; v < vertices; v++) {
      order[v] = Integer.MAX_VALUE - degree(v) << 32 | v;
      masterOffsets[masters[v] + 1]++;
    }
    for (int p = 0; p < partitions; p++) {
      masterOffsets[p + 1] += masterOffsets[p];
    }
    int[] next = new int[partitions];
    for (int type = 0; type < numbering.types(); type++) {
      int start = numbering.start(type);
      int end = numbering.start(type + 1);
      Arrays.sort(order, start, end);
      for (int i = start; i < end; i++) {
        int v = (int) order[i];
        int p = masters[v];
        locals[entry(v, p)] = next[p];
        byVid[masterOffsets[p] + next[p]++] = v;
      }
      for (int p = 0; p < partitions; p++) {
        typeStarts[p * (numbering.types() + 1) + type + 1] = next[p];
      }
    }
  }

  /** First master of each vertex type in a partition, and the number of masters. */
  public int[] typeStarts(int partition) {
    int bounds = numbering.types() + 1;
    return Arrays.copyOfRange(typeStarts, partition * bounds, (partition + 1) * bounds);
  }

  /** Local numbers of mirrors: behind the masters, by vid. */
  private void numberMirrors() {
    int[] next = new int[partitions];
    for (int p = 0; p < partitions; p++) {
      next[p] = masters(p);
    }
    for (int v : byVid) {
      for (int entry = firstEntry(v); entry < lastEntry(v); entry++) {
        if (entryPartitions[entry] != masters[v]) {
          locals[entry] = next[entryPartitions[entry]]++;
        }
      }
    }
  }

  private void countReplicas(int vertices) {
    for (int v = 0; v < vertices; v++) {
      int cardinality = lastEntry(v) - firstEntry(v);
      for (int entry = firstEntry(v); entry < lastEntry(v); entry++) {
        allVertices[entryPartitions[entry]]++;
        allReplicas[entryPartitions[entry]] += cardinality;
      }
    }
  }

  /** In-degree of a vertex, all partitions together. */
  public int inDegree(int vertex) {
    int degree = 0;
    for (int entry = firstEntry(vertex); entry < lastEntry(vertex); entry++) {
      degree += degrees.in(entry);
    }
    return degree;
  }

  /** In- and out-degree of a vertex together, of all partitions. */
  public long degree(int vertex) {
    long degree = 0;
    for (int entry = firstEntry(vertex); entry < lastEntry(vertex); entry++) {
      degree += degrees.both(entry);
    }
    return degree;
  }
}
