// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.batch.LocalEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.UniformNeighbors;
import java.util.Arrays;
import java.util.List;

/**
 * Hops over the joined lists of partitions that all lie in this process. What is sampled, and how
 * it is numbered, is what {@link RoutedHops} samples: neighbours are numbered by the partition that
 * holds their edge, and an edge stands in its destination's list by that partition, too.
 *
 * <p>A vertex is found by a stamp at its place: {@code stamp - base} is its number, or negative if
 * an earlier batch left it.
 */
final class JoinedHops implements Hops {
  private static final int MAX_BASE = 1 << 30;

  /** Edges that are drawn and read at once: what is known of them stays in a near cache. */
  private static final int STAGE = 2048;

  private static final int FEWEST_HELD = 16;

  private final JoinedLists lists;
  private final UniformNeighbors neighbors;
  private final ResidentPartition[] residents;
  private final int[][] stamps; // by partition and local number of the master
  private final LongArray vids = new LongArray(4096);
  private final IntArray places = new IntArray(4096);
  private final IntArray degrees = new IntArray(4096);
  private final LongArray[] held; // of each partition: destination << 32 | place of a neighbour
  private int base = 1;
  private int[] stage = new int[STAGE]; // positions, then entries
  private int[] slots = new int[STAGE]; // of each destination, where its next edge goes
  private int touched; // keeps reads that are for the cache alone

  JoinedHops(PartitionClient client, JoinedLists lists, UniformNeighbors neighbors) {
    this.lists = lists;
    this.neighbors = neighbors;
    this.residents = new ResidentPartition[client.partitions()];
    this.stamps = new int[residents.length][];
    this.held = new LongArray[residents.length];
    for (int p = 0; p < residents.length; p++) {
      residents[p] = client.resident(p).orElseThrow();
      stamps[p] = residents[p].lendStamps();
      held[p] = new LongArray(Math.max(FEWEST_HELD, STAGE / residents.length));
    }
  }

  @Override
  public void close() {
    for (int p = 0; p < residents.length; p++) {
      if (stamps[p].length > 0) {
        residents[p].giveBack(stamps[p]);
        stamps[p] = new int[0];
      }
    }
  }

  @Override
  public void clear() {
    base += vids.size;
    if (base > MAX_BASE) {
      for (int[] stamp : stamps) {
        Arrays.fill(stamp, 0);
      }
      base = 1;
    }
    vids.size = 0;
    places.size = 0;
    degrees.size = 0;
  }

  @Override
  public boolean addSeed(long vid) {
    final int p = Vid.partition(vid);
    if (p < 0 || p >= residents.length || vid - Vid.of(p, 0) >= residents[p].topology().masters()) {
      throw Frontier.unknown(vid);
    }
    if (stamps[p][Vid.local(vid)] - base >= 0) {
      return false;
    }
    stamps[p][Vid.local(vid)] = base + vids.size;
    vids.add(vid);
    places.add(lists.place(vid));
    degrees.add(0);
    return true;
  }

  @Override
  public void locate() {
    describe(0);
  }

  private void describe(int first) {
    final int[] starts = lists.starts();
    for (int i = first; i < places.size; i++) {
      final int place = places.values[i];
      degrees.values[i] = starts[place + 1] - starts[place];
    }
  }

  @Override
  public int size() {
    return vids.size;
  }

  @Override
  public long[] vids() {
    return vids.values;
  }

  @Override
  public int[] degrees() {
    return degrees.toArray();
  }

  @Override
  public List<LocalEdges> lists() {
    return List.of();
  }

  @Override
  public SampledHop sample(int fanout, long key, int number, Details details) {
    final int destinations = vids.size;
    int[] offsets = new int[destinations + 1];
    for (int i = 0; i < destinations; i++) {
      final int count = neighbors.count(degrees.values[i], fanout);
      if (count > NeighborSampler.MAX_EDGES - offsets[i]) {
        throw NeighborSampler.tooLarge();
      }
      offsets[i + 1] = offsets[i] + count;
    }
    draw(destinations, offsets, key);
    if (slots.length < destinations) {
      slots = new int[2 * destinations];
    }
    System.arraycopy(offsets, 0, slots, 0, destinations);
    int[] sources = new int[offsets[destinations]];
    for (int p = 0; p < held.length; p++) {
      if (held[p].size > 0) {
        residents[p].gathered(held[p].size);
        number(held[p], sources);
      }
    }
    if (details == Details.NONE) {
      Arrays.fill(degrees.values, destinations, vids.size, 0);
    } else {
      describe(destinations);
    }
    return new SampledHop(destinations, vids.size, offsets, sources);
  }

  /** Draws and reads the edges of all destinations, and deals them by the partition that holds. */
  private void draw(int destinations, int[] offsets, long key) {
    for (LongArray edges : held) {
      edges.size = 0;
    }
    for (int from = 0, to; from < destinations; from = to) {
      to = from + 1;
      while (to < destinations && offsets[to + 1] - offsets[from] <= STAGE) {
        to++;
      }
      final int edges = offsets[to] - offsets[from];
      if (stage.length < edges) {
        stage = new int[edges];
      }
      drawPositions(from, to, offsets, key);
      read(edges);
      for (LongArray of : held) {
        of.reserve(edges);
      }
      deal(from, to, offsets);
    }
  }

  private void drawPositions(int from, int to, int[] offsets, long key) {
    final int[] starts = lists.starts();
    final int[] stage = this.stage;
    final int first = offsets[from];
    for (int i = from; i < to; i++) {
      final int at = offsets[i] - first;
      final int end = offsets[i + 1] - first;
      if (at < end) {
        neighbors.draw(vids.values[i], degrees.values[i], end - at, key, stage, at);
        final int start = starts[places.values[i]];
        for (int e = at; e < end; e++) {
          stage[e] += start;
        }
      }
    }
  }

  /** Entries in place of positions: nothing else, so that many misses overlap. */
  private void read(int edges) {
    final int[] entries = lists.entries();
    final int[] stage = this.stage;
    for (int e = 0; e < edges; e++) {
      stage[e] = entries[stage[e]];
    }
  }

  private void deal(int from, int to, int[] offsets) {
    final int[] stage = this.stage;
    final LongArray[] held = this.held;
    final int bits = lists.placeBits();
    final int mask = (1 << bits) - 1;
    final int first = offsets[from];
    for (int i = from; i < to; i++) {
      final long destination = (long) i << Integer.SIZE;
      for (int e = offsets[i] - first; e < offsets[i + 1] - first; e++) {
        final LongArray of = held[stage[e] >>> bits];
        of.values[of.size++] = destination | stage[e] & mask;
      }
    }
  }

  /** Numbers the neighbours by edges of one partition, and puts them at their edges' places. */
  private void number(LongArray edges, int[] sources) {
    vids.reserve(edges.size + 1);
    places.reserve(edges.size + 1);
    for (int from = 0; from < edges.size; from += STAGE) {
      final int to = Math.min(edges.size, from + STAGE);
      touched += touch(edges.values, from, to);
      numberStage(edges.values, from, to, sources);
    }
    places.size = vids.size;
    degrees.reserve(vids.size - degrees.size);
    degrees.size = vids.size;
  }

  /** Reads the stamps of a stage, and nothing else, so that many misses overlap. */
  private int touch(long[] edges, int from, int to) {
    final int bits = lists.localBits();
    final int mask = (1 << bits) - 1;
    final int[][] stamps = this.stamps;
    int sum = 0;
    for (int e = from; e < to; e++) {
      final int place = (int) edges[e];
      sum += stamps[place >>> bits][place & mask];
    }
    return sum;
  }

  /** Without a branch, since whether a vertex is new is a toss-up. */
  private void numberStage(long[] edges, int from, int to, int[] sources) {
    final int base = this.base;
    final int bits = lists.localBits();
    final int mask = (1 << bits) - 1;
    final int[][] stamps = this.stamps;
    final int[] slots = this.slots;
    final int[] places = this.places.values;
    final long[] vids = this.vids.values;
    int size = this.vids.size;
    for (int e = from; e < to; e++) {
      final int place = (int) edges[e];
      final int[] stamp = stamps[place >>> bits];
      final int local = place & mask;
      final int known = stamp[local] - base;
      final int fresh = known >> 31; // all bits, or none
      final int number = known & ~fresh | size & fresh;
      places[size] = place; // counts if it is fresh
      vids[size] = Vid.of(place >>> bits, local);
      stamp[local] = base + number;
      sources[slots[(int) (edges[e] >>> Integer.SIZE)]++] = number;
      size -= fresh;
    }
    this.vids.size = size;
  }
}
