// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.partition.exchange.VertexHomes;

/**
 * Some staged edges on their way into the table of edges: read, then turned into the edges that are
 * stored, each stage over all of them. Edges that end at vertices from elsewhere are left out.
 */
final class EdgeBatch {
  /** Staged edges of a batch. */
  static final int STAGED = 1 << 12;

  private final VertexHomes homes;
  private final int[] stagedSources = new int[STAGED];
  private final int[] stagedDestinations = new int[STAGED];
  private final int[] sources = new int[2 * STAGED];
  private final int[] destinations = new int[2 * STAGED];
  private final int[] origins = new int[2 * STAGED];
  private int staged;
  private int size;
  private int type;

  EdgeBatch(VertexHomes homes) {
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
   * Keeps the edges as they are, and their reverses if they go both ways. A self loop is its own
   * reverse.
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

  /** Keeps the reverses. */
  void backward(int reverseType, long firstOrigin) {
    type = reverseType;
    size = 0;
    for (int i = 0; i < staged; i++) {
      add(stagedDestinations[i], stagedSources[i], (int) (firstOrigin + i));
    }
    keepOwn();
  }

  private void add(int source, int destination, int origin) {
    sources[size] = source;
    destinations[size] = destination;
    origins[size++] = origin;
  }

  /** Leaves out edges that end at vertices from elsewhere, and those of vertices that are not. */
  private void keepOwn() {
    if (homes.alone()) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      sources[kept] = sources[i];
      destinations[kept] = destinations[i];
      origins[kept] = origins[i];
      kept += (sources[i] | destinations[i]) >= 0 && homes.here(destinations[i]) ? 1 : 0;
    }
    size = kept;
  }

  /** Number of edges. */
  int size() {
    return size;
  }

  /** Type of all of them. */
  int type() {
    return type;
  }

  /** Source of each; only {@link #size()} count. */
  int[] sources() {
    return sources;
  }

  /** Destination of each. */
  int[] destinations() {
    return destinations;
  }

  /** The staged edge of each. */
  int[] origins() {
    return origins;
  }
}
