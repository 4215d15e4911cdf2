// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Edges dealt to buckets of neighbouring destinations, small enough to be sorted in the cache. An
 * edge is a key: the destination's place in the bucket, the type and the source, from the highest
 * bits down, so that keys in order are edges in order.
 *
 * <p>Filled in two rounds over the same batches, which may be divided into parts: every part is
 * counted, then dealt, each by one thread.
 *
 * <p>8 bytes an edge, 4 more if edges name their staged ones.
 */
final class EdgeBuckets {
  /** Edges of a bucket on average: their keys and room to sort them fit the second-level cache. */
  private static final int BUCKET_EDGES = 1 << 15;

  private static final int MOST_BUCKET_BITS = 12;
  private static final int KEY_BITS = Long.SIZE - 1; // keys are not negative

  private final int shift; // bits of a destination's place in its bucket
  private final int typeBits;
  private final int sourceBits;
  private final int[][] places; // [parts, buckets]: first counts, then where the next edge goes
  private final int[] starts; // [buckets + 1]
  private long[] keys = new long[0];
  private int @Nullable [] origins; // null if edges do not name their staged ones

  /**
   * Empty buckets.
   *
   * @param edges edges that there will be, at most
   */
  EdgeBuckets(int vertices, int types, long edges, int parts) {
    sourceBits = bits(vertices);
    typeBits = bits(types);
    int wanted = Math.min(MOST_BUCKET_BITS, bits(edges / BUCKET_EDGES + 1));
    int needed = sourceBits - (KEY_BITS - sourceBits - typeBits); // so that keys have room
    shift = Math.max(0, sourceBits - Math.max(wanted, needed));
    int buckets = Math.max(1, (int) (((long) vertices + (1L << shift) - 1) >>> shift));
    places = new int[parts][buckets];
    starts = new int[buckets + 1];
  }

  /** Bits of the numbers below a bound. */
  private static int bits(long bound) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, bound - 1));
  }

  /** Counts the edges of a batch. */
  void count(int part, EdgeBatch batch) {
    final int[] counts = places[part];
    final int[] destinations = batch.destinations();
    for (int i = 0; i < batch.size(); i++) {
      counts[destinations[i] >>> shift]++;
    }
  }

  /**
   * Makes room for what was counted.
   *
   * @param withOrigins true if edges name their staged ones
   */
  void allocate(boolean withOrigins) {
    int place = 0;
    for (int b = 0; b < buckets(); b++) {
      starts[b] = place;
      for (int[] ofPart : places) {
        int count = ofPart[b];
        ofPart[b] = place;
        place += count;
      }
    }
    starts[buckets()] = place;
    keys = new long[place];
    origins = withOrigins ? new int[place] : null;
  }

  /** Puts the edges of a batch where they belong. */
  void deal(int part, EdgeBatch batch) {
    final int[] next = places[part];
    final long type = (long) batch.type() << sourceBits;
    final int destinationShift = typeBits + sourceBits;
    final int low = (1 << shift) - 1;
    final int[] sources = batch.sources();
    final int[] destinations = batch.destinations();
    final long[] keys = this.keys;
    for (int i = 0; i < batch.size(); i++) {
      int destination = destinations[i];
      int at = next[destination >>> shift]++;
      keys[at] = (long) (destination & low) << destinationShift | type | sources[i];
      if (origins != null) {
        origins[at] = batch.origins()[i];
      }
    }
  }

  /** Number of buckets. */
  int buckets() {
    return starts.length - 1;
  }

  /** Number of edges. */
  int size() {
    return starts[buckets()];
  }

  /** Place of a bucket's first edge, which is that of the edge in the table. */
  int start(int bucket) {
    return starts[bucket];
  }

  /** The first destination of a bucket. */
  int firstDestination(int bucket) {
    return bucket << shift;
  }

  /** Sorts the edges of a bucket. */
  void sort(int bucket, RadixSorter sorter) {
    sorter.sort(keys, origins, starts[bucket], starts[bucket + 1], shift + typeBits + sourceBits);
  }

  /** The key of the edge at a place. */
  long key(int edge) {
    return keys[edge];
  }

  /** The source of the edge at a place. */
  int source(int edge) {
    return (int) (keys[edge] & (1L << sourceBits) - 1);
  }

  /** The type of the edge at a place. */
  int type(int edge) {
    return (int) (keys[edge] >>> sourceBits & (1L << typeBits) - 1);
  }

  /** The destination of the edge at a place, less the bucket's first. */
  int destination(int edge) {
    return (int) (keys[edge] >>> typeBits + sourceBits);
  }

  /** The staged edge of each; null if edges do not name them. */
  int @Nullable [] origins() {
    return origins;
  }

  /** Forgets the edges, but for {@link #origins()}. */
  void clear() {
    keys = new long[0];
    Arrays.fill(places, null);
  }
}
