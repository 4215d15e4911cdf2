// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.store.HeldOutLists;
import io.graphember.memory.array.IntColumn;
import io.graphember.schema.Split;

/**
 * The edges of a graph that are held out, as they came; ends are numbered within their vertex type.
 * With symmetrising the reverse of each is there as well. Used by one thread at a time.
 */
public final class StagedPairs {
  /** Of one: both ends and its type. */
  static final long BYTES = 12;

  private final IntColumn types = new IntColumn(); // four times the stored type, and a kind
  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private long reverses;

  /**
   * Appends an edge as it came, and its reverse if it is symmetrised.
   *
   * @param type number of its type in the header
   * @param split what it is held out for
   */
  public void add(EdgeSchema schema, int type, Split split, int source, int destination) {
    final HeldOutLists.Kind kind = HeldOutLists.Kind.of(split);
    add(type, kind, source, destination);
    if (schema.reverse(type) != EdgeSchema.NONE) {
      add(schema.reverse(type), kind.reversed(), destination, source);
    }
  }

  /**
   * Appends an edge.
   *
   * @param type number of its stored type
   * @param kind what it is held out for, and whether it came
   */
  public void add(int type, HeldOutLists.Kind kind, int source, int destination) {
    types.add(code(type, kind));
    sources.add(source);
    destinations.add(destination);
    reverses += kind.made() ? 1 : 0;
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
        renumbered.add(type(i), kind(i), source, destination);
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
    return typeOf(types.get(i));
  }

  /** What pair {@code i} is held out for, and whether it came. */
  public HeldOutLists.Kind kind(long i) {
    return kindOf(types.get(i));
  }

  /**
   * A stored type and a kind as one number, from 0; what shards send of a pair, too.
   *
   * @param type number of the stored type
   */
  public static int code(int type, HeldOutLists.Kind kind) {
    return HeldOutLists.Kind.COUNT * type + kind.code();
  }

  /** How many such numbers there are of so many stored types. */
  public static int codes(int types) {
    return HeldOutLists.Kind.COUNT * types;
  }

  /** The stored type of such a number. */
  public static int typeOf(int code) {
    return code / HeldOutLists.Kind.COUNT;
  }

  /** The kind of such a number. */
  public static HeldOutLists.Kind kindOf(int code) {
    return HeldOutLists.Kind.of(code % HeldOutLists.Kind.COUNT);
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
