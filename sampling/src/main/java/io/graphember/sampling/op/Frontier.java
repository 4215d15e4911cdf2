// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.memory.PackedInts;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * The distinct vertices reached so far in a batch, numbered in the order in which they were
 * reached, with their degrees and the places of their edges.
 *
 * <p>A vertex of a partition in this process is found by a stamp at its local number, without
 * hashing: {@code stamp - base} is its number, or negative if an earlier batch left it. The stamp
 * of the master decides; that of a mirror repeats it. Masters elsewhere are found by hashing. 4
 * bytes for each local vertex of this process.
 */
public final class Frontier implements AutoCloseable {
  private static final int MAX_BASE = 1 << 30;
  private static final int STAGE = 256;

  private static final int CONTEXT_SHIFT = 46; // over 15 bits of partition and 31 of local number

  /** Largest number of contexts. */
  public static final int MAX_CONTEXTS = 1 << 64 - CONTEXT_SHIFT - 1;

  private final Direction direction;
  private final int partitions;
  private final ResidentPartition[] residents; // null where a partition lies elsewhere
  private final PartitionTopology[] topologies; // of partitions in this process
  private final boolean apart; // contexts have vertices of their own, found by hashing
  private final int[][] stamps; // of partitions in this process, unless contexts are apart
  private int base = 1;
  private final LongIndex elsewhere = new LongIndex(16);
  private final IntArray elsewhereNumbers = new IntArray(16);

  public final LongArray vids = new LongArray(4096);
  public final IntArray degrees = new IntArray(4096); // in the whole graph
  public final IntArray routeStarts = new IntArray(4096);
  public final IntArray routeCounts = new IntArray(4096);
  public final Routes routes = new Routes();
  public final IntArray contexts = new IntArray(64); // if they are apart
  private final IntArray locals = new IntArray(4096); // where the vertex was met first
  private final int[] entries = new int[STAGE]; // replica sets of a stage of vertices
  private final int[] ends = new int[STAGE];
  private final long[] stageVids = new long[STAGE]; // ids of a stage of vertices
  private int touched; // keeps reads that are for the cache alone

  /** An empty frontier over the partitions of a client. */
  public Frontier(PartitionClient client, Direction direction) {
    this(client, direction, false);
  }

  /**
   * An empty frontier.
   *
   * @param apart true if a vertex met in two contexts is two vertices, found by hashing
   */
  public Frontier(PartitionClient client, Direction direction, boolean apart) {
    this.apart = apart;
    this.direction = direction;
    this.partitions = client.partitions();
    this.residents = new ResidentPartition[partitions];
    this.topologies = new PartitionTopology[partitions];
    this.stamps = new int[partitions][];
    for (int p = 0; p < partitions; p++) {
      residents[p] = client.resident(p).orElse(null);
      if (residents[p] != null) {
        topologies[p] = residents[p].topology();
        stamps[p] = apart ? null : residents[p].lendStamps();
      }
    }
  }

  /** Gives the stamps back; the frontier is not used any more. */
  @Override
  public void close() {
    for (int p = 0; p < partitions; p++) {
      if (stamps[p] != null) {
        residents[p].giveBack(stamps[p]);
        stamps[p] = null;
      }
    }
  }

  public void clear() {
    base += vids.size;
    if (base > MAX_BASE) {
      for (int[] stamp : stamps) {
        if (stamp != null) {
          Arrays.fill(stamp, 0);
        }
      }
      base = 1;
    }
    if (elsewhere.size() > 0) {
      elsewhere.clear();
      elsewhereNumbers.size = 0;
    }
    vids.size = 0;
    degrees.size = 0;
    routeStarts.size = 0;
    routeCounts.size = 0;
    locals.size = 0;
    contexts.size = 0;
    routes.clear();
  }

  public int size() {
    return vids.size;
  }

  /** Makes room for more vertices. */
  private void reserve(int more) {
    vids.reserve(more);
    degrees.reserve(more);
    routeStarts.reserve(more);
    routeCounts.reserve(more);
    locals.reserve(more);
  }

  /** All columns are as long as that of the ids. */
  private void resize(int size) {
    vids.size = size;
    degrees.size = size;
    routeStarts.size = size;
    routeCounts.size = size;
    locals.size = size;
  }

  // ---- vertices of partitions in this process ----

  /**
   * Replaces local numbers by numbers in this frontier, and describes the new vertices.
   *
   * @param p partition in this process
   * @param vertices local numbers
   * @param count how many
   * @param details what is found out about new vertices
   */
  public void number(int p, int[] vertices, int count, Details details) {
    final int first = vids.size;
    reserve(count + 1);
    for (int from = 0; from < count; from += STAGE) {
      final int to = Math.min(count, from + STAGE);
      topologies[p].vids(p, vertices, from, to, stageVids);
      touched += touchStamps(to - from);
      numberStage(p, vertices, from, to);
    }
    resize(vids.size);
    describe(p, first, details);
  }

  /** The same where contexts are apart; each vertex is met in a context. */
  public void number(int p, int[] vertices, int[] met, int count, Details details) {
    final int first = vids.size;
    reserve(count);
    contexts.reserve(count);
    for (int i = 0; i < count; i++) {
      final long vid = topologies[p].vid(p, vertices[i]);
      int number = find(vid, met[i]);
      if (number < 0) {
        number = append(vid, met[i]);
        locals.values[number] = vertices[i];
      }
      vertices[i] = number;
    }
    describe(p, first, details);
  }

  private static long entry(long vid, int context) {
    return (long) context << CONTEXT_SHIFT
        | (long) Vid.partition(vid) << Integer.SIZE - 1
        | Vid.local(vid);
  }

  private int find(long vid, int context) {
    if (!apart) {
      return find(vid);
    }
    final int known = elsewhere.find(entry(vid, context));
    return known < 0 ? known : elsewhereNumbers.values[known];
  }

  private int append(long vid, int context) {
    final int number = vids.size;
    reserve(1);
    resize(number + 1);
    vids.values[number] = vid;
    degrees.values[number] = 0;
    routeStarts.values[number] = 0;
    routeCounts.values[number] = 0;
    if (apart) {
      contexts.add(context);
      elsewhere.add(entry(vid, context));
      elsewhereNumbers.add(number);
    } else {
      stampHome(vid, number);
    }
    return number;
  }

  /** Reads the stamps of a stage's masters, and nothing else, so that many misses overlap. */
  private int touchStamps(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      final long vid = stageVids[i];
      final int[] stamp = stamps[Vid.partition(vid)];
      sum += stamp == null ? 0 : stamp[Vid.local(vid)];
    }
    return sum;
  }

  /**
   * Numbers a stage of vertices by the stamps of their masters. Without a branch where those are
   * here, since whether a vertex is new is a toss-up.
   */
  private void numberStage(int p, int[] vertices, int from, int to) {
    final int base = this.base;
    final long[] stage = stageVids;
    final long[] vids = this.vids.values;
    final int[] locals = this.locals.values;
    int size = this.vids.size;
    for (int i = from; i < to; i++) {
      final long vid = stage[i - from];
      final int[] stamp = stamps[Vid.partition(vid)];
      if (stamp == null) {
        this.vids.size = size;
        vertices[i] = numberElsewhere(p, vertices[i], vid);
        size = this.vids.size;
        continue;
      }
      final int master = Vid.local(vid);
      final int known = stamp[master] - base;
      final int fresh = known >> 31; // all bits, or none
      final int number = known & ~fresh | size & fresh;
      vids[size] = vid; // counts if it is fresh
      locals[size] = vertices[i];
      stamp[master] = base + number;
      vertices[i] = number;
      size -= fresh;
    }
    this.vids.size = size;
  }

  /** Of a master in another process: its mirror here has the stamp, or it is hashed. */
  private int numberElsewhere(int p, int mirror, long vid) {
    final int known = stamps[p][mirror] - base;
    if (known >= 0) {
      return known;
    }
    int number = find(vid);
    if (number < 0) {
      number = vids.size++;
      vids.values[number] = vid;
      locals.values[number] = mirror;
      stampHome(vid, number);
    }
    stamps[p][mirror] = base + number;
    return number;
  }

  /** Number of a vertex by its master's stamp, or negative. */
  private int find(long vid) {
    final int[] stamp = stamps[Vid.partition(vid)];
    if (stamp != null) {
      return stamp[Vid.local(vid)] - base;
    }
    final int known = elsewhere.find(vid);
    return known < 0 ? known : elsewhereNumbers.values[known];
  }

  private void stampHome(long vid, int number) {
    final int[] stamp = stamps[Vid.partition(vid)];
    if (stamp != null) {
      stamp[Vid.local(vid)] = base + number;
    } else {
      elsewhere.add(vid);
      elsewhereNumbers.add(number);
    }
  }

  /**
   * Finds degrees, first those of the partition, and the routes, as far as asked for: a stage of
   * vertices at a time, whose replica sets are touched before they are read in earnest.
   */
  private void describe(int p, int first, Details details) {
    if (!details.degrees()) {
      Arrays.fill(degrees.values, first, vids.size, 0);
      return;
    }
    direction.degrees(topologies[p], locals.values, first, vids.size, degrees.values);
    final ReplicaSets replicas = topologies[p].replicas();
    for (int from = first; from < vids.size; from += STAGE) {
      final int to = Math.min(vids.size, from + STAGE);
      findEntries(replicas.offsets(), from, to);
      if (details.routes()) {
        touched += touch(replicas.partitions(), to - from);
        for (int i = from; i < to; i++) {
          route(i, p, locals.values[i], entries[i - from], ends[i - from]);
        }
      } else if (replicas.partitions().size() > 0) {
        addDegrees(replicas, from, to);
      }
    }
  }

  private void findEntries(PackedInts offsets, int from, int to) {
    final int[] locals = this.locals.values;
    for (int i = from; i < to; i++) {
      entries[i - from] = offsets.get(locals[i]);
      ends[i - from] = offsets.get(locals[i] + 1);
    }
  }

  /**
   * Both ends of each set: what is between them is mostly in the same lines. Behind the last set
   * there are bytes that may be read.
   */
  private int touch(PackedInts column, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += column.get(entries[i]) + column.get(ends[i]);
    }
    return sum;
  }

  private void addDegrees(ReplicaSets replicas, int from, int to) {
    final int[] degrees = this.degrees.values;
    for (int i = from; i < to; i++) {
      degrees[i] += Routes.degreeElsewhere(replicas, direction, entries[i - from], ends[i - from]);
    }
  }

  private void route(int number, int p, int local, int entry, int end) {
    final int first = routes.size();
    degrees.values[number] =
        routes.addAll(
            topologies[p].replicas(), direction, p, local, degrees.values[number], entry, end);
    routeStarts.values[number] = first;
    routeCounts.values[number] = routes.size() - first;
  }

  // ---- seeds, and vertices that another process names ----

  /**
   * Adds a seed. Its degree and routes are there if its partition is in this process, otherwise
   * {@link #describe(int, VertexTable, int)} fills them in.
   *
   * @return false if it is there already
   */
  public boolean addSeed(long vid) {
    return addSeed(vid, 0);
  }

  /** The same in a context. */
  public boolean addSeed(long vid, int context) {
    requireVertex(vid);
    if (find(vid, context) >= 0) {
      return false;
    }
    append(vid, context);
    return true;
  }

  /** The number of a vertex, which is added as a seed if it is not there. */
  public int numberOfSeed(long vid) {
    addSeed(vid);
    return find(vid);
  }

  /** The number of a vertex of another frontier, added with its degree and routes if need be. */
  public int addFrom(Frontier other, int otherNumber) {
    final long vid = other.vids.values[otherNumber];
    int number = find(vid);
    if (number < 0) {
      number = append(vid, 0);
      degrees.values[number] = other.degrees.values[otherNumber];
      routeStarts.values[number] = routes.size();
      routeCounts.values[number] = other.routeCounts.values[otherNumber];
      final int first = other.routeStarts.values[otherNumber];
      for (int r = first; r < first + routeCounts.values[number]; r++) {
        routes.add(
            Routes.partition(other.routes.places.values[r]),
            Routes.local(other.routes.places.values[r]),
            other.routes.degrees.values[r]);
      }
    }
    return number;
  }

  /** Describes all vertices whose partition is in this process, of a frontier of seeds. */
  void describeSeeds() {
    for (int from = 0; from < vids.size; from += STAGE) {
      final int to = Math.min(vids.size, from + STAGE);
      for (int i = from; i < to; i++) {
        findSeed(i, i - from);
      }
      for (int i = from; i < to; i++) {
        touched += touchSeed(i, i - from);
      }
      for (int i = from; i < to; i++) {
        final int p = Vid.partition(vids.values[i]);
        if (topologies[p] != null) {
          route(i, p, Vid.local(vids.values[i]), entries[i - from], ends[i - from]);
        }
      }
    }
  }

  /** Reads what finding the routes of a seed waits for. */
  private void findSeed(int number, int at) {
    final int local = Vid.local(vids.values[number]);
    final PartitionTopology topology = topologies[Vid.partition(vids.values[number])];
    if (topology != null) {
      degrees.values[number] = direction.degree(topology, local);
      final ReplicaSets replicas = topology.replicas();
      entries[at] = replicas.offsets().get(local);
      ends[at] = replicas.offsets().get(local + 1);
    }
  }

  private int touchSeed(int number, int at) {
    final PartitionTopology topology = topologies[Vid.partition(vids.values[number])];
    return topology == null
        ? 0
        : topology.replicas().partitions().get(entries[at])
            + topology.replicas().partitions().get(ends[at]);
  }

  /** Refuses ids that no partition has, as far as this process can tell. */
  private void requireVertex(long vid) {
    final int p = Vid.partition(vid);
    final boolean exists =
        p >= 0
            && p < partitions
            && (topologies[p] == null || vid - Vid.of(p, 0) < topologies[p].masters());
    if (!exists) {
      throw unknown(vid);
    }
  }

  public static GraphemberException unknown(long vid) {
    return new GraphemberException(
        SamplingError.VERTEX_ID_UNKNOWN,
        "No vertex of this version of the graph has the id %d.".formatted(vid));
  }

  /** Fills in what a table with routes says of a vertex. */
  void describe(int number, VertexTable table, int row) {
    degrees.values[number] = table.degrees()[row];
    copyRoutes(number, table, row);
  }

  /**
   * Numbers the vertices of a table, new ones last.
   *
   * @param numbers receives the number of each row
   * @param details what the table says of them
   */
  public void add(VertexTable table, int[] numbers, Details details) {
    requireShape(table, details);
    long[] tableVids = table.vids();
    for (int row = 0; row < tableVids.length; row++) {
      numbers[row] = add(table, row, 0, details);
    }
  }

  /** The number of a vertex of a table, whose shape was checked, in a context. */
  public int add(VertexTable table, int row, int context, Details details) {
    final long vid = table.vids()[row];
    requireVertex(vid);
    int number = find(vid, context);
    if (number < 0) {
      number = append(vid, context);
      if (details.degrees()) {
        degrees.values[number] = table.degrees()[row];
      }
      if (details.routes()) {
        copyRoutes(number, table, row);
      }
    }
    return number;
  }

  private void copyRoutes(int number, VertexTable table, int row) {
    int first = table.replicaOffsets()[row];
    int end = table.replicaOffsets()[row + 1];
    routeStarts.values[number] = routes.size();
    routeCounts.values[number] = end - first;
    long degree = 0;
    for (int r = first; r < end; r++) {
      int partition = table.replicaPartitions()[r];
      int there = table.replicaDegrees()[r];
      if (partition < 0 || partition >= partitions || there <= 0) {
        throw mismatch("a replica in partition " + partition + " of " + partitions);
      }
      int local = table.replicaLocals()[r];
      if (topologies[partition] != null) {
        requireResident(partition, local, there);
      }
      routes.add(partition, local, there);
      degree += there;
    }
    if (degree != table.degrees()[row]) { // or drawn edges would be lost without a word
      throw mismatch("in-degree " + table.degrees()[row] + ", but replicas with " + degree);
    }
  }

  /** What another process says of a partition in this one is not believed. */
  private void requireResident(int partition, int local, int degree) {
    final PartitionTopology topology = topologies[partition];
    if (local < 0 || local >= topology.vertices() || direction.degree(topology, local) != degree) {
      throw mismatch(
          "a replica with %d edges as vertex %d of partition %d"
              .formatted(degree, local, partition));
    }
  }

  /** Checks that the arrays of a table fit together. */
  public static void requireShape(VertexTable table, Details details) {
    int rows = table.vids().length;
    int entries = table.replicaPartitions().length;
    int[] offsets = table.replicaOffsets();
    boolean good = table.degrees().length == (details.degrees() ? rows : 0);
    if (details.routes()) {
      good &= offsets.length == rows + 1;
      good &= table.replicaLocals().length == entries && table.replicaDegrees().length == entries;
      good &= good && offsets[0] == 0 && offsets[rows] == entries;
      for (int row = 0; good && row < rows; row++) {
        good = offsets[row] <= offsets[row + 1];
      }
    }
    if (!good) {
      throw mismatch("arrays of different lengths for " + rows + " vertices");
    }
  }

  public static GraphemberException mismatch(String what) {
    return new GraphemberException(
        SamplingError.REPLY_MISMATCH, "A partition answered with %s.".formatted(what));
  }
}
