// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.IntColumn;

/**
 * The edges of a graph that are held out, as they came; ends are numbered within their vertex type.
 * With symmetrising the reverse of each is there as well. Used by one thread at a time.
 */
public final class StagedPairs {
  /** Of one: both ends and its type. */
  static final long BYTES = 12;

  private final IntColumn types = new IntColumn(); // twice the stored type, 1 more for a reverse
  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private long reverses;

  /**
   * Appends an edge as it came, and its reverse if it is symmetrised.
   *
   * @param type number of its type in the header
   */
  public void add(EdgeSchema schema, int type, int source, int destination) {
    add(type, false, source, destination);
    if (schema.reverse(type) != EdgeSchema.NONE) {
      add(schema.reverse(type), true, destination, source);
    }
  }

  /**
   * Appends an edge.
   *
   * @param type number of its stored type
   * @param made true if it is the reverse of one that came
   */
  public void add(int type, boolean made, int source, int destination) {
    types.add(2 * type + (made ? 1 : 0));
    sources.add(source);
    destinations.add(destination);
    reverses += made ? 1 : 0;
  }

  /**
   * The edges with other numbers, without those of which an end has a negative one.
   *
   * @param numbers by the stored edge type
   */
  public StagedPairs renumbered(StagedEdges.Numbers numbers) {
    final StagedPairs renumbered = new StagedPairs();
    for (long i = 0; i < size(); i++) {
      final int source = numbers.ofSource(type(i), source(i));
      final int destination = numbers.ofDestination(type(i), destination(i));
      if (source >= 0 && destination >= 0) {
        renumbered.add(type(i), reversed(i), source, destination);
      }
    }
    return renumbered;
  }

  /** How many there are, reverses included. */
  public long size() {
    return types.size();
  }

  /** How many came. */
  public long came() {
    return size() - reverses;
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return size() == 0 ? 0 : BYTES * size() + 3 * IntColumn.CHUNK_BYTES;
  }

  /** Number of the stored type of pair {@code i}. */
  public int type(long i) {
    return types.get(i) >> 1;
  }

  /** Whether pair {@code i} is the reverse of one that came. */
  public boolean reversed(long i) {
    return (types.get(i) & 1) != 0;
  }

  /** Number of the source of pair {@code i} within its vertex type. */
  public int source(long i) {
    return sources.get(i);
  }

  /** Number of the destination of pair {@code i} within its vertex type. */
  public int destination(long i) {
    return destinations.get(i);
  }
}
