// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/** For each source of a block its edges, in their order, with the segment that each belongs to. */
final class EdgesBySource {
  private final int[] offsets; // edges of source v are offsets[v] .. offsets[v + 1] - 1
  private final int[] segments;
  private final float[] factors;

  /** Sorts the edges by counting; O(sources + edges). */
  EdgesBySource(EdgeSegments edges, int sources) {
    final int count = edges.end(edges.count() - 1);
    offsets = new int[sources + 2];
    segments = new int[count];
    factors = new float[count];
    for (int e = 0; e < count; e++) {
      offsets[edges.source(e) + 2]++;
    }
    for (int v = 2; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
    }
    // Now offsets[v + 1] is where the next edge of source v goes, and in the end where v's end.
    for (int s = 0; s < edges.count(); s++) {
      for (int e = edges.begin(s); e < edges.end(s); e++) {
        int place = offsets[edges.source(e) + 1]++;
        segments[place] = s;
        factors[place] = edges.factor(s, e);
      }
    }
  }

  /** Place of a source's first edge. */
  int begin(int source) {
    return offsets[source];
  }

  /** The place after its last edge. */
  int end(int source) {
    return offsets[source + 1];
  }

  /** Segment of the edge at a place. */
  int segment(int place) {
    return segments[place];
  }

  /** What the row of the edge's source was multiplied by. */
  float factor(int place) {
    return factors[place];
  }
}
