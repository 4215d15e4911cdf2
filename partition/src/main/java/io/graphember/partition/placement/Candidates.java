// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.memory.array.IntArray;

/**
 * Vertices whose masters are chosen together, in order of their numbers: which partitions hold each
 * of them, with how many of its edges. Used by one thread at a time.
 */
final class Candidates {
  private final IntArray starts = new IntArray(16); // [vertices + 1] into the entries
  private final IntArray partitions = new IntArray(16); // [entries], ascending of each vertex
  private final IntArray edges = new IntArray(16); // [entries]
  private final IntArray named = new IntArray(16); // [vertices]
  private final IntArray groups = new IntArray(16); // [vertices]

  /** No vertices. */
  Candidates() {
    starts.add(0);
  }

  /** Bytes of so many, the room that growing arrays keep included. */
  static long bytes(long vertices, long entries) {
    return 6 * (3 * vertices + 2 * entries);
  }

  /**
   * Begins a vertex; its entries follow.
   *
   * @param master partition that was named for its master, or {@link EdgeAssignment#NO_MASTER}
   * @param group its group, or {@link MasterGroups#NONE}
   */
  void add(int master, int group) {
    named.add(master);
    groups.add(group);
    starts.add(partitions.size);
  }

  /**
   * Adds an entry to the vertex that was added last.
   *
   * @param partition larger than those before
   * @param count edges of the vertex there; more than an int holds are as many as it holds
   */
  void addEntry(int partition, long count) {
    partitions.add(partition);
    edges.add((int) Math.min(count, Integer.MAX_VALUE));
    starts.values[starts.size - 1]++;
  }

  /** Number of vertices. */
  int size() {
    return named.size;
  }

  /** First entry of a vertex, up to the number of vertices. */
  int first(int vertex) {
    return starts.values[vertex];
  }

  /** Number of a vertex's entries. */
  int entries(int vertex) {
    return first(vertex + 1) - first(vertex);
  }

  int partition(int entry) {
    return partitions.values[entry];
  }

  long edges(int entry) {
    return edges.values[entry];
  }

  int named(int vertex) {
    return named.values[vertex];
  }

  int group(int vertex) {
    return groups.values[vertex];
  }
}
