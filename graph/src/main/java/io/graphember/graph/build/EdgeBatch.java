// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.share.VertexHomes;
import io.graphember.graph.store.TypeColumn;

/**
 * Some staged edges on their way into the table of edges: read, turned into the edges that are
 * stored, then counted or placed, each stage over all of them. Of one worker, who looks after one
 * slice of the destinations at home here; the edges of others pass by.
 */
final class EdgeBatch {
  /** Staged edges of a batch. */
  static final int STAGED = 1 << 12;

  /** Destinations that lie together in a slice: their counters share a line of the cache. */
  private static final int SLICE_BITS = 6;

  /** Slices take turns every so many times {@code 1 << SLICE_BITS} destinations. */
  private static final int STRETCH_BITS = 10;

  private static final int LAST_STRETCH = (1 << STRETCH_BITS) - 1;

  private final int slice;
  private final int slices;
  private final VertexHomes homes;
  private final int[] stagedSources = new int[STAGED];
  private final int[] stagedDestinations = new int[STAGED];
  private final int[] sources = new int[2 * STAGED + 1];
  private final int[] destinations = new int[2 * STAGED + 1];
  private final int[] origins = new int[2 * STAGED + 1]; // the staged edge of each
  private int staged;
  private int size;
  private int type;

  EdgeBatch(int slice, int slices, VertexHomes homes) {
    this.slice = slice;
    this.slices = slices;
    this.homes = homes;
  }

  /**
   * Reads staged edges.
   *
   * @param sourceStart number of the first vertex of the type they begin at
   * @param destinationStart number of the first vertex of the type they end at
   */
  void read(StagedEdges edges, long first, int count, int sourceStart, int destinationStart) {
    edges.read(first, count, stagedSources, stagedDestinations);
    staged = count;
    for (int i = 0; i < count; i++) {
      stagedSources[i] += sourceStart;
      stagedDestinations[i] += destinationStart;
    }
  }

  /**
   * Keeps the edges of this slice as they are, and their reverses if they go both ways. A self loop
   * is its own reverse.
   */
  void forward(int edgeType, long firstOrigin, EdgeTable.Options options, boolean bothWays) {
    type = edgeType;
    size = 0;
    for (int i = 0; i < staged; i++) {
      int source = stagedSources[i];
      int destination = stagedDestinations[i];
      int origin = (int) (firstOrigin + i);
      if (options.undirected() && source > destination) {
        add(destination, source, origin);
      } else if (source != destination || !options.dropSelfLoops()) {
        add(source, destination, origin);
      }
      if (source != destination && bothWays) {
        add(destination, source, origin);
      }
    }
    keepOwn();
  }

  /** Keeps the reverses that are in this slice. */
  void backward(int reverseType, long firstOrigin) {
    type = reverseType;
    size = 0;
    for (int i = 0; i < staged; i++) {
      add(stagedDestinations[i], stagedSources[i], (int) (firstOrigin + i));
    }
    keepOwn();
  }

  /** Written whether it is kept or not: half of the branches would be mispredicted. */
  private void add(int source, int destination, int origin) {
    sources[size] = source;
    destinations[size] = destination;
    origins[size] = origin;
    size += slice(destination) == slice ? 1 : 0;
  }

  /** Which slice a destination is in; without a division, which costs more than all the rest. */
  private int slice(int destination) {
    return (destination >>> SLICE_BITS & LAST_STRETCH) * slices >>> STRETCH_BITS;
  }

  /** Leaves out edges that end at vertices from elsewhere. */
  private void keepOwn() {
    if (homes.alone()) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      sources[kept] = sources[i];
      destinations[kept] = destinations[i];
      origins[kept] = origins[i];
      kept += homes.here(destinations[i]) ? 1 : 0;
    }
    size = kept;
  }

  /** Counts the edges of each destination one place behind it. */
  void count(int[] offsets) {
    for (int i = 0; i < size; i++) {
      offsets[destinations[i] + 1]++;
    }
  }

  /**
   * Puts each edge at the next place of its destination.
   *
   * @param next next place of each destination, moved on
   * @param column types of the edges; null for one type
   * @param originsOut staged edge of each edge; null if edges carry nothing
   */
  void place(int[] next, int[] sourcesOut, TypeColumn column, int[] originsOut) {
    for (int i = 0; i < size; i++) {
      int at = next[destinations[i]]++;
      sourcesOut[at] = sources[i];
      if (column != null) {
        column.set(at, type);
      }
      if (originsOut != null) {
        originsOut[at] = origins[i];
      }
    }
  }
}
