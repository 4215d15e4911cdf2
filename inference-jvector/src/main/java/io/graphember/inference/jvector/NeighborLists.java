// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.github.jbellis.jvector.graph.GraphIndex;
import io.github.jbellis.jvector.graph.NodesIterator;
import io.github.jbellis.jvector.util.Bits;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * A graph that is built, as arrays of the neighbours alone: JVector's own keeps a score, and
 * objects, with each. Immutable; safe for use by several threads.
 */
final class NeighborLists implements GraphIndex, GraphIndex.View {
  private static final int SHIFT = 16; // rows of a block: 2^16
  private static final int ROWS = 1 << SHIFT;

  private final int size;
  private final int degree;
  private final int entry;
  private final int[][] starts; // of each block, rows + 1
  private final int[][] neighbors;

  /**
   * Copies a graph of the nodes 0 to {@code size - 1}.
   *
   * @param graph nobody changes it any more
   */
  NeighborLists(GraphIndex graph, int size) {
    this.size = size;
    this.degree = graph.maxDegree();
    final int blocks = size + ROWS - 1 >> SHIFT;
    this.starts = new int[blocks][];
    this.neighbors = new int[blocks][];
    final GraphIndex.View view = graph.getView();
    this.entry = view.entryNode();
    for (int block = 0; block < blocks; block++) {
      copy(view, block);
    }
  }

  private void copy(GraphIndex.View view, int block) {
    final int first = block << SHIFT;
    final int rows = Math.min(ROWS, size - first);
    final int[] from = new int[rows + 1];
    int[] all = new int[rows * degree];
    for (int i = 0; i < rows; i++) {
      int at = from[i];
      for (NodesIterator some = view.getNeighborsIterator(first + i); some.hasNext(); at++) {
        all[at] = some.nextInt();
      }
      from[i + 1] = at;
    }
    starts[block] = from;
    neighbors[block] = Arrays.copyOf(all, from[rows]);
  }

  @Override
  public NodesIterator getNeighborsIterator(int row) {
    final int[] from = starts[row >> SHIFT];
    final int at = row & ROWS - 1;
    return new Some(neighbors[row >> SHIFT], from[at], from[at + 1]);
  }

  /** Some of an array. */
  private static final class Some extends NodesIterator {
    private final int[] all;
    private final int end;
    private int next;

    Some(int[] all, int from, int end) {
      super(end - from);
      this.all = all;
      this.next = from;
      this.end = end;
    }

    @Override
    public int nextInt() {
      if (next == end) {
        throw new NoSuchElementException();
      }
      return all[next++];
    }

    @Override
    public boolean hasNext() {
      return next < end;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int entryNode() {
    return entry;
  }

  @Override
  public Bits liveNodes() {
    return Bits.ALL;
  }

  @Override
  public NodesIterator getNodes() {
    return NodesIterator.fromPrimitiveIterator(IntStream.range(0, size).iterator(), size);
  }

  @Override
  public View getView() {
    return this;
  }

  @Override
  public int maxDegree() {
    return degree;
  }

  @Override
  public int getIdUpperBound() {
    return size;
  }

  @Override
  public long ramBytesUsed() {
    return IntStream.range(0, starts.length)
        .mapToLong(block -> (long) Integer.BYTES * (starts[block].length + neighbors[block].length))
        .sum();
  }

  @Override
  public void close() {
    // There is nothing to give back.
  }
}
