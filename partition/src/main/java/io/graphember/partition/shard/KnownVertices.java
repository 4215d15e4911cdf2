// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.StagedEdges;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.EdgeType;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;

/**
 * The vertices that a shard knows once all have their numbers: those at home in it and those that
 * it has named, in order. Immutable.
 *
 * @param vertices all of them
 * @param numbering of them by type
 * @param ofIds of each type: number of a vertex within its type by its id, negative for one that
 *     there is not
 */
record KnownVertices(
    LocalVertices vertices, VertexNumbering numbering, NamedVertices.ByIds[] ofIds) {
  /** Stands for a vertex that there is not; still negative when a type's first number is added. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  private static final int MOST_VERTICES = Integer.MAX_VALUE - 8;

  /** Of a vertex, while vertices are put in order: its number, twice, its home, and its place. */
  private static final int ORDER_BYTES = 8 + 8 + 2 + 4;

  /** Bytes that these vertices take, while they are put in order and afterwards. */
  static long estimateBytes(long own, long names) {
    return ORDER_BYTES * (own + names) + LocalVertices.estimateBytes(own + names, own);
  }

  /**
   * Puts vertices in order.
   *
   * @param numbers of vertices at home here and of keys that are named
   * @param baseHomes [types, numbers in the version that is added to] home of each of its vertices
   */
  static KnownVertices of(
      EdgeSchema schema,
      NamedVertices named,
      VertexExchange.Numbers numbers,
      short[][] baseHomes,
      int shard) {
    final int types = numbers.counts().length;
    final OfType[] ofTypes = new OfType[types];
    final int[] known = new int[types];
    final long[] starts = new long[types + 1];
    for (int type = 0; type < types; type++) {
      ofTypes[type] = new OfType(type, named.names(type), numbers, baseHomes, shard);
      known[type] = ofTypes[type].sorted.length;
      starts[type + 1] = starts[type] + numbers.counts()[type];
    }
    requireRoom(Arrays.stream(known).asLongStream().sum());
    final VertexNumbering numbering = new VertexNumbering(schema, known);
    final long[] all = new long[numbering.vertices()];
    final short[] homes = new short[all.length];
    final NamedVertices.ByIds[] ofIds = new NamedVertices.ByIds[types];
    for (int type = 0; type < types; type++) {
      final OfType ofType = ofTypes[type];
      final int first = numbering.start(type);
      for (int i = 0; i < ofType.sorted.length; i++) {
        all[first + i] = starts[type] + ofType.sorted[i];
      }
      System.arraycopy(ofType.homes, 0, homes, first, ofType.homes.length);
      ofIds[type] = ofType.ids;
    }
    return new KnownVertices(
        new LocalVertices(starts, all, VertexHomes.of(homes, shard)), numbering, ofIds);
  }

  private static void requireRoom(long known) {
    if (known > MOST_VERTICES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "A node has %d vertices of the graph and of its edges; it holds up to %d: use more storage nodes."
              .formatted(known, MOST_VERTICES));
    }
  }

  /** The vertices of one type. */
  private static final class OfType {
    private final long[] sorted; // numbers, each once
    private final short[] homes; // of each
    private final NamedVertices.ByIds ids;

    OfType(
        int type,
        NamedVertices.Names names,
        VertexExchange.Numbers numbers,
        short[][] baseHomes,
        int shard) {
      final long[] ofRows = numbers.ofRows()[type];
      final long[] ofKeys = numbers.ofKeys()[type];
      final long[] ofNumbers = names.baseNumbers();
      sorted = distinct(ofRows, ofKeys, ofNumbers);
      homes = new short[sorted.length];
      final int[] rows = places(ofRows);
      final int[] keys = places(ofKeys);
      final int[] base = places(ofNumbers);
      for (int row : rows) {
        homes[row] = (short) shard;
      }
      for (int key = 0; key < keys.length; key++) {
        if (keys[key] >= 0) {
          homes[keys[key]] = (short) names.home(key);
        }
      }
      for (int i = 0; i < base.length; i++) {
        homes[base[i]] = baseHomes[type][(int) ofNumbers[i]];
      }
      ids = new NamedVertices.ByIds(rows, keys, base);
    }

    private static long[] distinct(long[]... some) {
      final long[] all = new long[Arrays.stream(some).mapToInt(of -> of.length).sum()];
      int end = 0;
      for (long[] numbers : some) {
        System.arraycopy(numbers, 0, all, end, numbers.length);
        end += numbers.length;
      }
      Arrays.sort(all);
      int count = 0;
      for (long number : all) {
        if (number >= 0 && (count == 0 || all[count - 1] != number)) {
          all[count++] = number;
        }
      }
      return Arrays.copyOf(all, count);
    }

    private int[] places(long[] some) {
      final int[] places = new int[some.length];
      for (int i = 0; i < some.length; i++) {
        places[i] = some[i] < 0 ? UNKNOWN : Arrays.binarySearch(sorted, some[i]);
      }
      return places;
    }
  }

  /** The ends of edges, by id, as numbers of vertices that are known. */
  StagedEdges.Numbers ends(List<EdgeType> edgeTypes) {
    return new StagedEdges.Numbers() {
      @Override
      public int ofSource(int edgeType, int source) {
        return of(edgeTypes.get(edgeType).source(), source);
      }

      @Override
      public int ofDestination(int edgeType, int destination) {
        return of(edgeTypes.get(edgeType).destination(), destination);
      }
    };
  }

  /** True if there is every vertex that was named. */
  boolean complete() {
    return Arrays.stream(ofIds)
        .noneMatch(of -> Arrays.stream(of.ofKeys()).anyMatch(place -> place < 0));
  }

  /** Number of a vertex within its type, negative for one that there is not. */
  int of(int type, int id) {
    return ofIds[type].get(id);
  }
}
