// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;

/**
 * The partitions that hold each vertex, a bit each: P bits a vertex, rounded up to 64. Used by one
 * thread at a time.
 */
public final class VertexReplicas {
  private final int words;
  private final long[] sets; // [vertices, words]

  private VertexReplicas(int words, long[] sets) {
    this.words = words;
    this.sets = sets;
  }

  /**
   * Empty sets.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static VertexReplicas empty(long vertices, int partitions) {
    int words = words(partitions);
    if (vertices * words > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "%d vertices over %d partitions are more than this version holds; use fewer partitions."
              .formatted(vertices, partitions));
    }
    return new VertexReplicas(words, new long[(int) (vertices * words)]);
  }

  /** Makes the set of a vertex that of one of other sets of as many partitions. */
  public void copy(int vertex, VertexReplicas others, int other) {
    System.arraycopy(others.sets, other * words, sets, vertex * words, words);
  }

  /** Bytes of the sets. */
  public static long estimateBytes(long vertices, int partitions) {
    return 8L * words(partitions) * vertices;
  }

  private static int words(int partitions) {
    return (partitions + Long.SIZE - 1) / Long.SIZE;
  }

  /** 1 if the partition holds the vertex, otherwise 0. */
  public int holds(int vertex, int partition) {
    return (int) (sets[vertex * words + (partition >>> 6)] >>> partition & 1);
  }

  /** Puts a vertex into a partition. */
  public void add(int vertex, int partition) {
    sets[vertex * words + (partition >>> 6)] |= 1L << partition;
  }

  /** The first partition from {@code from} on that holds the vertex, or -1. */
  public int next(int vertex, int from) {
    for (int p = from; p < words * Long.SIZE; p++) {
      long word = sets[vertex * words + (p >>> 6)] >>> p;
      if (word != 0) {
        return p + Long.numberOfTrailingZeros(word);
      }
      p |= Long.SIZE - 1;
    }
    return -1;
  }

  /** How many partitions hold the vertex. */
  public int count(int vertex) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(sets[vertex * words + w]);
    }
    return count;
  }

  /** How many partitions below one hold the vertex. */
  public int rank(int vertex, int partition) {
    int at = vertex * words;
    int rank = 0;
    for (int w = 0; w < partition >>> 6; w++) {
      rank += Long.bitCount(sets[at + w]);
    }
    long below = (1L << partition) - 1;
    return rank + Long.bitCount(sets[at + (partition >>> 6)] & below);
  }
}
