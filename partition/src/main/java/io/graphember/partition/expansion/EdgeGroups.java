// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.spi.partition.EdgeStream;

/** Edges of a stream, those of each group together, in the order of the stream. 8 bytes an edge. */
final class EdgeGroups {
  private static final int BATCH = 8192;

  private final long vertices;
  private final int[] sources;
  private final int[] destinations;
  private final int[] starts; // of the groups, and the end

  private EdgeGroups(long vertices, int[] starts) {
    this.vertices = vertices;
    this.starts = starts;
    final int edges = starts[starts.length - 1];
    sources = new int[edges];
    destinations = new int[edges];
  }

  /**
   * Reads a stream.
   *
   * @param groupOf group of each edge
   * @param groups number of groups
   */
  static EdgeGroups of(EdgeStream stream, byte[] groupOf, int groups) {
    int[] starts = new int[groups + 1];
    for (byte group : groupOf) {
      starts[group + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      starts[g + 1] += starts[g];
    }
    EdgeGroups sorted = new EdgeGroups(stream.vertices(), starts);
    sorted.read(stream, groupOf);
    return sorted;
  }

  /** Bytes of the arrays. */
  static long estimateBytes(long edges) {
    return 8 * edges;
  }

  private void read(EdgeStream stream, byte[] groupOf) {
    int[] next = starts.clone();
    int[] from = new int[BATCH];
    int[] to = new int[BATCH];
    int edge = 0;
    stream.rewind();
    for (int n = stream.read(from, to); n > 0; n = stream.read(from, to)) {
      for (int i = 0; i < n; i++) {
        final int place = next[groupOf[edge++]]++;
        sources[place] = from[i];
        destinations[place] = to[i];
      }
    }
  }

  /** Where a group's edges begin among all. */
  int start(int group) {
    return starts[group];
  }

  /** The edges of a group. */
  EdgeStream edges(int group) {
    return new Group(starts[group], starts[group + 1]);
  }

  private final class Group implements EdgeStream {
    private final int from;
    private final int end;
    private int next;

    Group(int from, int end) {
      this.from = from;
      this.end = end;
      next = from;
    }

    @Override
    public long vertices() {
      return vertices;
    }

    @Override
    public long edges() {
      return end - from;
    }

    @Override
    public int read(int[] sourcesOut, int[] destinationsOut) {
      final int count = Math.min(sourcesOut.length, end - next);
      System.arraycopy(sources, next, sourcesOut, 0, count);
      System.arraycopy(destinations, next, destinationsOut, 0, count);
      next += count;
      return count;
    }

    @Override
    public void rewind() {
      next = from;
    }
  }
}
