// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which shard each vertex is at home in: a hash of its type and its key. The home of a vertex has
 * all its edges.
 *
 * <p>2 bytes and a bit a vertex; nothing if there is one shard. Immutable.
 */
public final class VertexHomes {
  /** All vertices are at home here. */
  public static final VertexHomes ALONE = new VertexHomes(null, 0);

  private static final long KEY = 0x9E6D62D06F6A9A9BL;

  private final short @Nullable [] homes; // null if there is one shard
  private final long[] here; // a bit for each vertex that is at home in this shard
  private final int shard;

  private VertexHomes(short @Nullable [] homes, int shard) {
    this.homes = homes;
    this.shard = shard;
    here = new long[homes == null ? 0 : (homes.length + Long.SIZE - 1) / Long.SIZE];
    for (int v = 0; homes != null && v < homes.length; v++) {
      here[v / Long.SIZE] |= homes[v] == shard ? 1L << v : 0;
    }
  }

  /** Bytes of heap that the homes of so many vertices take in several shards. */
  public static long estimateBytes(long vertices) {
    return Short.BYTES * vertices + vertices / Byte.SIZE + Long.BYTES;
  }

  /**
   * The homes of vertices that are numbered through.
   *
   * @param counts vertices of each type
   * @param shard the shard that asks
   * @param shards number of shards
   */
  public static VertexHomes of(int[] counts, int shard, int shards) {
    if (shards == 1) {
      return ALONE;
    }
    int vertices = 0;
    for (int count : counts) {
      vertices += count;
    }
    short[] homes = new short[vertices];
    int next = 0;
    for (int type = 0; type < counts.length; type++) {
      for (int number = 0; number < counts[type]; number++) {
        homes[next++] = (short) of(type, number, shards);
      }
    }
    return new VertexHomes(homes, shard);
  }

  /**
   * The homes of some vertices.
   *
   * @param homes of each of them; not to be changed
   * @param shard the shard that asks
   */
  public static VertexHomes of(short[] homes, int shard) {
    return new VertexHomes(homes, shard);
  }

  /** The home of a vertex by its type, and its number within the type or the hash of its key. */
  public static int of(int type, long number, int shards) {
    return CounterRandom.bounded(CounterRandom.mix(number + (type + 1) * KEY), shards);
  }

  /** How many vertices are at home in this shard, if there are several. */
  public int count() {
    return Arrays.stream(here).mapToInt(Long::bitCount).sum();
  }

  /** True if there is one shard. */
  public boolean alone() {
    return homes == null;
  }

  /** True if a vertex is at home in this shard. A bit each: they are asked for at random. */
  public boolean here(int vertex) {
    return homes == null || (here[vertex / Long.SIZE] >>> vertex & 1) != 0;
  }

  /**
   * 1 if both vertices are at home in this shard, otherwise 0; without a jump. There are several.
   */
  public int bothHere(int vertex, int other) {
    return (int) (here[vertex / Long.SIZE] >>> vertex & here[other / Long.SIZE] >>> other & 1);
  }

  /** A bit for each of 64 vertices, the first of them in the lowest: whether it is at home here. */
  long hereAmong(int sixtyFour) {
    return here[sixtyFour];
  }

  /** The shard that a vertex is at home in. */
  public int home(int vertex) {
    return homes == null ? 0 : homes[vertex];
  }
}
