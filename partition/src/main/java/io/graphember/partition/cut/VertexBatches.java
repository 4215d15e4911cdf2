// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import io.graphember.spi.CounterRandom;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Vertices dealt to batches by hash; in a batch they are ascending. 4 bytes a vertex. Immutable.
 */
public final class VertexBatches {
  private final int[] vertices;
  private final int[] starts; // of the batches, and the end

  private VertexBatches(int[] vertices, int[] starts) {
    this.vertices = vertices;
    this.starts = starts;
  }

  /**
   * Deals vertices.
   *
   * @param count vertices are {@code 0 .. count - 1}
   * @param chosen which of them are dealt
   * @param hash 64 random bits of each
   * @param batches number of batches
   */
  public static VertexBatches of(
      int count, IntPredicate chosen, IntToLongFunction hash, int batches) {
    final int[] starts = new int[batches + 1];
    for (int v = 0; batches > 0 && v < count; v++) {
      if (chosen.test(v)) {
        starts[CounterRandom.bounded(hash.applyAsLong(v), batches) + 1]++;
      }
    }
    for (int b = 1; b <= batches; b++) {
      starts[b] += starts[b - 1];
    }
    final int[] vertices = new int[starts[batches]];
    final int[] next = starts.clone();
    for (int v = 0; batches > 0 && v < count; v++) {
      if (chosen.test(v)) {
        vertices[next[CounterRandom.bounded(hash.applyAsLong(v), batches)]++] = v;
      }
    }
    return new VertexBatches(vertices, starts);
  }

  /** Number of batches. */
  public int batches() {
    return starts.length - 1;
  }

  /** Vertices of a batch. */
  public int size(int batch) {
    return starts[batch + 1] - starts[batch];
  }

  /** Vertices of the largest batch. */
  public int largest() {
    int largest = 0;
    for (int batch = 0; batch < batches(); batch++) {
      largest = Math.max(largest, size(batch));
    }
    return largest;
  }

  /** A vertex of a batch. */
  public int vertex(int batch, int index) {
    return vertices[starts[batch] + index];
  }
}
