// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyColumn;
import io.graphember.memory.LongArray;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.task.TestEdges;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Edges to test a model with, by the user's keys, as a client sends them. Immutable. */
final class TestEdgeKeys {
  private static final long UNKNOWN = -1;

  private final int edges;
  private final List<Object> ends; // all sources, then all destinations

  private TestEdgeKeys(EdgePiece piece) {
    edges = piece.rows();
    ends = Stream.concat(keys(piece.sources()), keys(piece.destinations())).toList();
  }

  private static Stream<Object> keys(KeyColumn column) {
    return IntStream.range(0, column.size()).mapToObj(column::keyAt);
  }

  /**
   * Reads edges.
   *
   * @param piece an {@link EdgePiece} as bytes, not trusted
   * @param graph with one vertex type
   * @throws GraphemberException with code {@link io.graphember.ingest.IngestError#PIECE_MALFORMED}
   *     or {@link io.graphember.ingest.IngestError#PIECE_TOO_LARGE}
   */
  static TestEdgeKeys decode(byte[] piece, GraphInfo graph) {
    GraphHeader header = new GraphHeader(graph.vertexTypes().get(0).keys(), 0, false);
    return new TestEdgeKeys(EdgePiece.decode(piece, header));
  }

  /**
   * Ends that are masters of a partition. O(masters).
   *
   * @return place and id of each: {@code long[2 * found]}
   */
  long[] find(GraphPartition partition) {
    Set<Object> wanted = new HashSet<>(ends);
    Map<Object, Integer> locals = new HashMap<>();
    KeyColumn masters = partition.keys();
    for (int local = 0; local < masters.size(); local++) {
      final Object key = masters.keyAt(local);
      if (wanted.contains(key)) {
        locals.put(key, local);
      }
    }
    LongArray found = new LongArray(64);
    for (int place = 0; place < ends.size(); place++) {
      final Integer local = locals.get(ends.get(place));
      if (local != null) {
        found.add(place);
        found.add(Vid.of(partition.number(), local));
      }
    }
    return found.toArray();
  }

  /**
   * The edges both of whose ends were found.
   *
   * @param byPartition what {@link #find} gave for each partition
   */
  TestEdges edges(List<long[]> byPartition) {
    long[] vids = new long[ends.size()];
    Arrays.fill(vids, UNKNOWN);
    for (long[] found : byPartition) {
      for (int i = 0; i < found.length; i += 2) {
        vids[(int) found[i]] = found[i + 1];
      }
    }
    int[] known =
        IntStream.range(0, edges)
            .filter(i -> vids[i] != UNKNOWN && vids[edges + i] != UNKNOWN)
            .toArray();
    return new TestEdges(
        Arrays.stream(known).mapToLong(i -> vids[i]).toArray(),
        Arrays.stream(known).mapToLong(i -> vids[edges + i]).toArray());
  }
}
