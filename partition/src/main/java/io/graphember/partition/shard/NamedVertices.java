// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.key.KeyDictionary;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The vertices that a shard knows: those at home in it, and those that its pieces name. While they
 * come each gets the next place; when all have come they are put in order. Used by one thread at a
 * time.
 */
final class NamedVertices {
  /** Of a vertex, while vertices are put in order: its number, the order, and where it goes. */
  private static final int ORDER_BYTES = 8 + 8 + 4;

  private final KeyDictionary[] numbers; // of each type: place of each number
  private final long[] least; // vertices of each type that there must be

  NamedVertices(int types, LongConsumer beforeGrowth) {
    numbers = new KeyDictionary[types];
    Arrays.setAll(
        numbers,
        type -> KeyDictionary.of(KeyKind.INT64, more -> beforeGrowth.accept(bytes() + more)));
    least = new long[types];
  }

  /** Bytes of heap taken. */
  long bytes() {
    long bytes = 0;
    for (KeyDictionary ofType : numbers) {
      bytes += ofType == null ? 0 : ofType.bytes();
    }
    return bytes;
  }

  /** Bytes that {@link #known} takes, what it gives included. */
  long knownBytes() {
    return ORDER_BYTES * size() + LocalVertices.estimateBytes(size(), size());
  }

  private long size() {
    long size = 0;
    for (KeyDictionary ofType : numbers) {
      size += ofType.size();
    }
    return size;
  }

  /** The places of a column's vertices, which have numbers within a type for keys. */
  int[] places(KeyColumn column, int type) {
    for (int i = 0; i < column.size(); i++) {
      final long number = column.longAt(i);
      if (number < 0 || number >= LocalVertices.MOST_VERTICES) {
        throw MessageReader.malformed(
            "a number is %d, there are %d".formatted(number, LocalVertices.MOST_VERTICES));
      }
      least[type] = Math.max(least[type], number + 1);
    }
    int[] places = new int[column.size()];
    numbers[type].add(column, places);
    return places;
  }

  /** The place of one vertex. */
  int place(long number, int type) {
    return places(KeyColumn.of(number), type)[0];
  }

  /** There are so many vertices of a type at least. */
  void requireCount(long count, int type) {
    least[type] = Math.max(least[type], count);
  }

  /**
   * Vertices that are known, in order.
   *
   * @param vertices all of them
   * @param numbering of them by type
   * @param ofPlaces [types, places] number of a vertex within its type, by its place
   */
  record Known(LocalVertices vertices, VertexNumbering numbering, int[][] ofPlaces) {}

  /**
   * Puts the vertices in the order of their numbers, and forgets them.
   *
   * @param counts vertices of each type in the graph
   * @throws io.graphember.spi.error.GraphemberException if these are no counts, or less than what
   *     has come
   */
  Known known(EdgeSchema schema, long[] counts, int shard, int shards) {
    final long[] starts = starts(counts);
    final int[] known = new int[counts.length];
    Arrays.setAll(known, type -> numbers[type].size());
    final VertexNumbering numbering = new VertexNumbering(schema, known);
    final long[] all = new long[numbering.vertices()];
    final byte[] homes = new byte[all.length];
    final int[][] ofPlaces = new int[counts.length][];
    for (int type = 0; type < counts.length; type++) {
      final long[] ofType = numbers(type);
      numbers[type] = KeyDictionary.of(KeyKind.INT64);
      ofPlaces[type] = new int[ofType.length];
      final int first = numbering.start(type);
      final long[] sorted = ofType.clone();
      Arrays.sort(sorted);
      for (int place = 0; place < ofType.length; place++) {
        ofPlaces[type][place] = Arrays.binarySearch(sorted, ofType[place]);
      }
      for (int i = 0; i < sorted.length; i++) {
        all[first + i] = starts[type] + sorted[i];
        homes[first + i] = (byte) VertexHomes.of(type, sorted[i], shards);
      }
    }
    return new Known(
        new LocalVertices(starts, all, VertexHomes.of(homes, shard)), numbering, ofPlaces);
  }

  private long[] numbers(int type) {
    final KeyDictionary ofType = numbers[type];
    final KeyColumn.Builder keys = new KeyColumn.Builder(KeyKind.INT64);
    final long[] all = new long[ofType.size()];
    for (int place = 0; place < all.length; ) {
      final int end = Math.min(all.length, place + (1 << 12));
      for (int i = place; i < end; i++) {
        ofType.copy(i, keys);
      }
      final KeyColumn some = keys.build();
      for (int i = 0; i < some.size(); i++) {
        all[place++] = some.longAt(i);
      }
    }
    return all;
  }

  private long[] starts(long[] counts) {
    if (counts.length != least.length) {
      throw MessageReader.malformed(counts.length + " vertex types");
    }
    final long[] starts = new long[counts.length + 1];
    for (int type = 0; type < counts.length; type++) {
      if (counts[type] < least[type] || counts[type] > LocalVertices.MOST_VERTICES - starts[type]) {
        throw MessageReader.malformed("a vertex is " + least[type] + " of " + counts[type]);
      }
      starts[type + 1] = starts[type] + counts[type];
    }
    return starts;
  }
}
