// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.RankExchange;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.streaming.VertexReplicas;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Where the vertices at home in a shard lie: the partitions that hold each, which of them is the
 * master, and its local number in each. Shards make their tables together; a table has the vertices
 * of its shard alone, by row.
 *
 * <p>Local numbers: masters by vertex type, then by degree, largest first, then by vertex; mirrors
 * behind them, by vid. Replicas of a vertex are in ascending order of partition. {@code 18 RF + 6}
 * bytes a vertex, and for each partition 4 a vertex type and 16. Immutable once built.
 */
public final class ReplicaTable {
  private final LocalVertices vertices;
  private final VertexNumbering numbering;
  private final int partitions;
  private final ReplicaDegrees degrees;
  private final short[] masters; // of each row
  private final short[] entryPartitions; // [replicas]
  private final int[] locals; // [replicas]
  private final int[] byLocal; // entries by partition and local number
  private final int[] starts; // [partitions + 1] into these
  private final int[] mirrorStarts; // [partitions], first mirror of each partition in these
  private final int[][] typeStarts; // [partitions, types + 1], local numbers, of all shards
  private final long[] partitionVertices; // vertices with edges, of this shard
  private final long[] allVertices; // of all shards
  private final long[] allReplicas; // of all vertices of a partition, of all shards
  private final long connected;

  private ReplicaTable(
      Incidences edges,
      LocalVertices vertices,
      VertexNumbering numbering,
      MasterGroups groups,
      ShardExchange exchange,
      LongConsumer beforeGrowth) {
    this.vertices = vertices;
    this.numbering = numbering;
    partitions = edges.partitions();
    final VertexReplicas sets = VertexReplicas.empty(vertices.rows(), partitions);
    edges.forEach((row, partition, ending, beginning) -> sets.add(row, partition));
    partitionVertices = new long[partitions];
    connected = countConnected(sets);
    for (int row = 0; row < vertices.rows(); row++) {
      if (edges.master(row) != EdgeAssignment.NO_MASTER) {
        sets.add(row, edges.master(row));
      }
    }
    beforeGrowth.accept(
        estimateBytes(
            vertices.total(),
            vertices.rows(),
            countReplicas(sets),
            partitions,
            numbering.types(),
            exchange.shards()));
    degrees = ReplicaDegrees.of(edges, sets, vertices.rows());
    entryPartitions = listPartitions(sets);
    masters = chooseMasters(edges, sets, groups, exchange);
    typeStarts = tellMasters(exchange);
    locals = new int[entryPartitions.length];
    byLocal = new int[entryPartitions.length];
    starts = new int[partitions + 1];
    for (short partition : entryPartitions) {
      starts[partition + 1]++;
    }
    for (int p = 0; p < partitions; p++) {
      starts[p + 1] += starts[p];
    }
    mirrorStarts = listMasters();
    allVertices = new long[partitions];
    allReplicas = new long[partitions];
    tellReplicas(exchange);
    new RankExchange(exchange, new MasterLists()).find();
    listMirrors();
    new RankExchange(exchange, new MirrorLists()).find();
  }

  /** Chooses masters and numbers vertices; nobody hears of the memory that it takes. */
  public static ReplicaTable of(
      Incidences edges,
      LocalVertices vertices,
      VertexNumbering numbering,
      MasterGroups groups,
      ShardExchange exchange) {
    return of(edges, vertices, numbering, groups, exchange, bytes -> {});
  }

  /**
   * Chooses masters and numbers vertices, together with the other shards.
   *
   * @param edges which partitions have edges of which vertices at home here
   * @param vertices these vertices, among those that this shard knows
   * @param numbering of all of them
   * @param groups of which partitions are to have as many masters, by row
   * @param beforeGrowth is told the bytes of the whole table when its replicas are known
   */
  public static ReplicaTable of(
      Incidences edges,
      LocalVertices vertices,
      VertexNumbering numbering,
      MasterGroups groups,
      ShardExchange exchange,
      LongConsumer beforeGrowth) {
    return new ReplicaTable(edges, vertices, numbering, groups, exchange, beforeGrowth);
  }

  /** Upper bound on the bytes of a table, with the worst replication factor P. */
  public static long mostBytes(long vertices, long edges, int partitions, int types) {
    return estimateBytes(
        vertices,
        vertices,
        Math.min(vertices * partitions, 2 * edges + vertices),
        partitions,
        types,
        1);
  }

  /** Bytes of a table while it is built. */
  private static long estimateBytes(
      long vertices, long own, long replicas, int partitions, int types, int shards) {
    final long order = 8 * own; // of masters
    return VertexReplicas.estimateBytes(own, partitions)
        + bytes(own, replicas, partitions, types)
        + Math.max(
            MasterBlocks.estimateBytes(vertices, own, replicas, shards),
            order + RankExchange.estimateBytes(shards * (replicas / partitions + 1), replicas));
  }

  private static long bytes(long own, long replicas, int partitions, int types) {
    return 6 * own + 18 * replicas + (4L * (types + 1) + 36) * partitions;
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return bytes(masters.length, degrees.entries(), partitions, numbering.types());
  }

  public int partitions() {
    return partitions;
  }

  public VertexNumbering numbering() {
    return numbering;
  }

  /** The vertices that this shard knows, which give rows to those at home here. */
  public LocalVertices known() {
    return vertices;
  }

  /** Vertices at home here with at least one edge. */
  public long connected() {
    return connected;
  }

  /** Vertices at home here with edges in each partition. */
  public long[] partitionVertices() {
    return partitionVertices.clone();
  }

  /** Vertices in a partition, masters without edges too, of all shards. */
  public int vertices(int partition) {
    return (int) allVertices[partition];
  }

  /** Replicas, in all partitions, of the vertices in a partition, of all shards. */
  public long replicasIn(int partition) {
    return allReplicas[partition];
  }

  /** Masters of a partition, of all shards. */
  public int masters(int partition) {
    return typeStarts[partition][numbering.types()];
  }

  /** First master of each vertex type in a partition, and the number of masters, of all shards. */
  public int[] typeStarts(int partition) {
    return typeStarts[partition].clone();
  }

  /** Vid of the vertex of a row. */
  public long vid(int row) {
    return Vid.of(masters[row], local(row, masters[row]));
  }

  /** Local number of a row's vertex in a partition that holds it. */
  public int local(int row, int partition) {
    final int entry = entry(row, partition);
    if (entry < 0) { // asked for by another shard
      throw MessageReader.malformed(
          "partition %d does not hold vertex %d"
              .formatted(partition, vertices.number(vertices.vertex(row))));
    }
    return locals[entry];
  }

  /** Partition of the master of a row's vertex. */
  public int masterOf(int row) {
    return masters[row];
  }

  /** Partitions that hold the vertex of a row, ascending. */
  public int[] partitionsOf(int row) {
    int[] all = new int[degrees.first(row + 1) - degrees.first(row)];
    Arrays.setAll(all, i -> entryPartitions[degrees.first(row) + i]);
    return all;
  }

  /** In-degree of a row's vertex, all partitions together. */
  public int inDegree(int row) {
    int degree = 0;
    for (int entry = degrees.first(row); entry < degrees.first(row + 1); entry++) {
      degree += degrees.in(entry);
    }
    return degree;
  }

  private long degree(int row) {
    long degree = 0;
    for (int entry = degrees.first(row); entry < degrees.first(row + 1); entry++) {
      degree += degrees.both(entry);
    }
    return degree;
  }

  /** How many vertices of a partition are at home here. */
  public int count(int partition) {
    return starts[partition + 1] - starts[partition];
  }

  /** How many masters of a partition are at home here. */
  public int countMasters(int partition) {
    return mirrorStarts[partition] - starts[partition];
  }

  /**
   * Row of a vertex that a partition holds.
   *
   * @param place its place among those at home here, in order of local numbers
   */
  public int row(int partition, int place) {
    return degrees.row(byLocal[starts[partition] + place]);
  }

  /** Local number of the vertex of a place, see {@link #row}. */
  public int localAt(int partition, int place) {
    return locals[byLocal[starts[partition] + place]];
  }

  /**
   * The first place whose local number is not below one, see {@link #row}; {@link #count} if there
   * is none.
   */
  public int placeOf(int partition, int local) {
    int low = starts[partition];
    int high = starts[partition + 1];
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (locals[byLocal[middle]] < local) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - starts[partition];
  }

  /** Hears of the replicas of a vertex. */
  @FunctionalInterface
  public interface ReplicaVisitor {
    /** A replica. */
    void replica(int partition, int local, int inDegree, int outDegree);
  }

  /** Visits the replicas of a row's vertex in other partitions than one, ascending. */
  public void forEachOther(int row, int partition, ReplicaVisitor visitor) {
    for (int entry = degrees.first(row); entry < degrees.first(row + 1); entry++) {
      if (entryPartitions[entry] != partition) {
        visitor.replica(
            entryPartitions[entry], locals[entry], degrees.in(entry), degrees.out(entry));
      }
    }
  }

  /** Number of replicas of a row's vertex. */
  public int replicas(int row) {
    return degrees.first(row + 1) - degrees.first(row);
  }

  /** The vertices of a partition, if all are at home here. */
  public PartitionVertices partition(int partition) {
    final int size = vertices(partition);
    final PartitionVertices.Builder builder =
        new PartitionVertices.Builder(
            typeStarts(partition), size, Math.toIntExact(replicasIn(partition) - size));
    for (int place = 0; place < size; place++) {
      final int row = row(partition, place);
      forEachOther(row, partition, builder::addReplica);
      builder.add(vid(row), numbering.type(vertices.vertex(row)));
    }
    return builder.build();
  }

  private int entry(int row, int partition) {
    return Arrays.binarySearch(
        entryPartitions, degrees.first(row), degrees.first(row + 1), (short) partition);
  }

  private long countConnected(VertexReplicas sets) {
    long count = 0;
    for (int row = 0; row < vertices.rows(); row++) {
      int partition = sets.next(row, 0);
      count += partition >= 0 ? 1 : 0;
      for (; partition >= 0; partition = sets.next(row, partition + 1)) {
        partitionVertices[partition]++;
      }
    }
    return count;
  }

  private long countReplicas(VertexReplicas sets) {
    long count = 0;
    for (int row = 0; row < vertices.rows(); row++) {
      count += Math.max(1, sets.count(row)); // one for the master of an isolated vertex
    }
    return count;
  }

  private short[] listPartitions(VertexReplicas sets) {
    short[] listed = new short[degrees.entries()];
    for (int row = 0; row < vertices.rows(); row++) {
      int entry = degrees.first(row);
      for (int p = sets.next(row, 0); p >= 0; p = sets.next(row, p + 1)) {
        listed[entry++] = (short) p;
      }
    }
    return listed;
  }

  private short[] chooseMasters(
      Incidences edges, VertexReplicas sets, MasterGroups groups, ShardExchange exchange) {
    final short[] chosen =
        new MasterBlocks(vertices, exchange, partitions)
            .choose(new Known(edges, sets, groups), groups.count());
    for (int row = 0; row < chosen.length; row++) {
      if (sets.count(row) == 0) {
        entryPartitions[degrees.first(row)] = chosen[row];
      } else if (sets.holds(row, chosen[row]) == 0) {
        throw MessageReader.malformed(
            "partition %d does not hold vertex %d"
                .formatted(chosen[row], vertices.number(vertices.vertex(row))));
      }
    }
    return chosen;
  }

  /** What is known of vertices whose masters are chosen. */
  private final class Known implements MasterBlocks.Source {
    private final Incidences edges;
    private final VertexReplicas sets;
    private final MasterGroups groups;

    Known(Incidences edges, VertexReplicas sets, MasterGroups groups) {
      this.edges = edges;
      this.sets = sets;
      this.groups = groups;
    }

    @Override
    public int named(int row) {
      return edges.master(row);
    }

    @Override
    public int group(int row) {
      return groups.of(row);
    }

    @Override
    public int replicas(int row) {
      return sets.count(row);
    }

    @Override
    public int partition(int row, int replica) {
      return entryPartitions[degrees.first(row) + replica];
    }

    @Override
    public long edges(int row, int replica) {
      return degrees.both(degrees.first(row) + replica);
    }
  }

  /** A shard says how many masters of each type it has of each partition. */
  private int[][] tellMasters(ShardExchange exchange) {
    final int types = numbering.types();
    final int[] counts = new int[partitions * types];
    for (int row = 0; row < masters.length; row++) {
      counts[masters[row] * types + numbering.type(vertices.vertex(row))]++;
    }
    final MessageWriter out = new MessageWriter();
    for (int count : counts) {
      out.number(count);
    }
    final int[][] all = new int[partitions][types + 1];
    for (byte[] message : exchange.gather(out.toBytes())) {
      final MessageReader in = new MessageReader(message);
      for (int[] ofPartition : all) {
        for (int type = 0; type < types; type++) {
          ofPartition[type + 1] += in.index(Integer.MAX_VALUE - (long) ofPartition[type + 1]);
        }
      }
    }
    for (int[] ofPartition : all) {
      for (int type = 0; type < types; type++) {
        ofPartition[type + 1] = Math.addExact(ofPartition[type], ofPartition[type + 1]);
      }
    }
    return all;
  }

  /** A shard says how many vertices it has of each partition, and how many replicas they have. */
  private void tellReplicas(ShardExchange exchange) {
    final long[] replicas = new long[partitions];
    for (int row = 0; row < masters.length; row++) {
      for (int entry = degrees.first(row); entry < degrees.first(row + 1); entry++) {
        replicas[entryPartitions[entry]] += replicas(row);
      }
    }
    final MessageWriter out = new MessageWriter();
    for (int p = 0; p < partitions; p++) {
      out.number(count(p));
      out.number(replicas[p]);
    }
    for (byte[] message : exchange.gather(out.toBytes())) {
      final MessageReader in = new MessageReader(message);
      for (int p = 0; p < partitions; p++) {
        allVertices[p] += in.index(Integer.MAX_VALUE - allVertices[p]);
        allReplicas[p] += in.size();
      }
    }
    for (int p = 0; p < partitions; p++) {
      if (allVertices[p] < masters(p) || allReplicas[p] < allVertices[p]) {
        throw MessageReader.malformed(
            "partition %d has %d masters, %d vertices, %d replicas of them"
                .formatted(p, masters(p), allVertices[p], allReplicas[p]));
      }
    }
  }

  /**
   * Puts masters in the order of their local numbers.
   *
   * @return where the mirrors of each partition begin
   */
  private int[] listMasters() {
    final int[] next = Arrays.copyOf(starts, partitions);
    final long[] order = new long[masters.length];
    int row = 0;
    for (int type = 0; type < numbering.types(); type++) {
      final int first = row;
      for (; row < order.length && vertices.vertex(row) < numbering.start(type + 1); row++) {
        order[row] = Integer.MAX_VALUE - degree(row) << 32 | row;
      }
      Arrays.sort(order, first, row);
      for (int i = first; i < row; i++) {
        final int master = (int) order[i];
        final int partition = masters[master];
        byLocal[next[partition]++] = entry(master, partition);
      }
    }
    return next;
  }

  /** Puts mirrors in the order of their vids, when masters have local numbers. */
  private void listMirrors() {
    final int[] next = mirrorStarts.clone();
    for (int p = 0; p < partitions; p++) {
      for (int i = starts[p]; i < mirrorStarts[p]; i++) {
        final int row = degrees.row(byLocal[i]);
        for (int entry = degrees.first(row); entry < degrees.first(row + 1); entry++) {
          if (entryPartitions[entry] != p) {
            byLocal[next[entryPartitions[entry]]++] = entry;
          }
        }
      }
    }
  }

  /** Masters by type, then by degree, then by vertex. */
  private final class MasterLists implements RankExchange.Lists {
    private static final int DEGREE_BITS = 40;

    @Override
    public int lists() {
      return partitions;
    }

    @Override
    public long total(int partition) {
      return masters(partition);
    }

    @Override
    public int size(int partition) {
      return countMasters(partition);
    }

    private int row(int partition, int entry) {
      return ReplicaTable.this.row(partition, entry);
    }

    @Override
    public long first(int partition, int entry) {
      final int row = row(partition, entry);
      final long type = numbering.type(vertices.vertex(row));
      return (type + 1 << DEGREE_BITS) - 1 - degree(row);
    }

    @Override
    public long second(int partition, int entry) {
      return vertices.number(vertices.vertex(row(partition, entry)));
    }

    @Override
    public void rank(int partition, int entry, int rank) {
      locals[byLocal[starts[partition] + entry]] = rank;
    }
  }

  /** Mirrors by vid. */
  private final class MirrorLists implements RankExchange.Lists {
    @Override
    public int lists() {
      return partitions;
    }

    @Override
    public long total(int partition) {
      return vertices(partition) - masters(partition);
    }

    @Override
    public int size(int partition) {
      return starts[partition + 1] - mirrorStarts[partition];
    }

    @Override
    public long first(int partition, int entry) {
      return vid(degrees.row(byLocal[mirrorStarts[partition] + entry]));
    }

    @Override
    public long second(int partition, int entry) {
      return 0;
    }

    @Override
    public void rank(int partition, int entry, int rank) {
      locals[byLocal[mirrorStarts[partition] + entry]] = masters(partition) + rank;
    }
  }
}
