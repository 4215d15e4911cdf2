// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import java.util.Arrays;

/** Where the tiles of a partition's edges begin. Immutable; any thread. */
final class EdgeTiles {
  /** Destinations of a tile, at most. */
  private static final int DESTINATIONS = 512;

  private int[] firsts = new int[64]; // local number; one more is the end
  private int[] edges = new int[64];
  private int count;

  EdgeTiles(PartitionFacts facts) {
    int edge = 0;
    for (int v = 0; v < facts.vertices; ) {
      add(v, edge);
      count++;
      int of = 0;
      final int first = v;
      do {
        of += facts.edges(v++);
      } while (v < facts.vertices
          && v - first < DESTINATIONS
          && of + facts.edges(v) <= EdgeTile.EDGES);
      edge += of;
    }
    add(facts.vertices, edge);
  }

  private void add(int vertex, int edge) {
    if (count == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * count);
      edges = Arrays.copyOf(edges, 2 * count);
    }
    firsts[count] = vertex;
    edges[count] = edge;
  }

  int count() {
    return count;
  }

  void move(EdgeTile tile, int number) {
    tile.moveTo(firsts[number], firsts[number + 1], edges[number]);
  }
}
