// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.ReplicaSets;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;

/** Where edges of vertices lie: entries of (partition, local number there, edges there). */
public final class Routes {
  public final LongArray places = new LongArray(4096); // partition << 32 | local
  public final IntArray degrees = new IntArray(4096); // positive

  public static long place(int partition, int local) {
    return (long) partition << 32 | local;
  }

  public static int partition(long place) {
    return (int) (place >>> 32);
  }

  public static int local(long place) {
    return (int) place;
  }

  void clear() {
    places.size = 0;
    degrees.size = 0;
  }

  int size() {
    return places.size;
  }

  void add(int partition, int local, int degree) {
    places.add(place(partition, local));
    degrees.add(degree);
  }

  /**
   * Adds the places of a vertex, in ascending order of partition: the replica set names the others,
   * this one is put in its place.
   *
   * @param here edges of the vertex in this partition
   * @param first first entry of its replica set
   * @param end end of its replica set
   * @return edges of the vertex in the whole graph
   */
  int addAll(
      ReplicaSets replicas,
      Direction direction,
      int partition,
      int local,
      int here,
      int first,
      int end) {
    reserve(end - first + 1);
    final long[] places = this.places.values;
    final int[] degrees = this.degrees.values;
    final int any = -here >>> 31; // 1 if it has edges here
    int degree = here;
    int own = size();
    int at = own;
    // Without a branch: whether a replica has edges, and on which side of this one it is, is open.
    for (int r = first; r < end; r++) {
      final int there = direction.replicaDegree(replicas, r);
      final int other = replicas.partitions().get(r);
      final int behind = partition - other >>> 31;
      final int kept = -there >>> 31;
      places[at + (behind & any)] = place(other, replicas.locals().get(r)); // counts if it is kept
      degrees[at + (behind & any)] = there;
      at += kept;
      own += kept & ~behind;
      degree += there;
    }
    if (here > 0) {
      places[own] = place(partition, local);
      degrees[own] = here;
      at++;
    }
    this.places.size = at;
    this.degrees.size = at;
    return degree;
  }

  private void reserve(int more) {
    places.reserve(more);
    degrees.reserve(more);
  }

  /** Edges of a vertex in other partitions, by the entries of its replica set. */
  public static int degreeElsewhere(ReplicaSets replicas, Direction direction, int first, int end) {
    int degree = 0;
    for (int r = first; r < end; r++) {
      degree += direction.replicaDegree(replicas, r);
    }
    return degree;
  }
}
