// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.EdgeType;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.TestEdges;
import io.graphember.ingest.VertexType;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.task.TypedEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Edges to test a model with, by the user's keys, as a client sends them. Immutable. */
final class TestEdgeKeys {
  private static final long UNKNOWN = -1;

  private final IntArray types = new IntArray(64);
  private final List<End> sources = new ArrayList<>();
  private final List<End> destinations = new ArrayList<>();

  /** A vertex by its type and key. */
  private record End(int vertexType, Object key) {}

  private TestEdgeKeys(List<EdgePiece> pieces, GraphHeader header) {
    for (EdgePiece piece : pieces) {
      EdgeType type = header.edgeType(piece.type());
      for (int row = 0; row < piece.rows(); row++) {
        types.add(piece.type());
        sources.add(new End(type.source(), piece.sources().keyAt(row)));
        destinations.add(new End(type.destination(), piece.destinations().keyAt(row)));
      }
    }
  }

  /**
   * Reads edges.
   *
   * @param pieces {@link TestEdges} that carry nothing but keys, not trusted
   * @throws GraphemberException with code {@link io.graphember.ingest.IngestError#PIECE_MALFORMED}
   *     or {@link io.graphember.ingest.IngestError#PIECE_TOO_LARGE}
   */
  static TestEdgeKeys decode(byte[] pieces, GraphInfo graph) {
    GraphHeader header = header(graph);
    return new TestEdgeKeys(TestEdges.decode(pieces, header), header);
  }

  private static GraphHeader header(GraphInfo graph) {
    List<String> names = graph.vertexTypes().stream().map(GraphInfo.Vertices::name).toList();
    return new GraphHeader(
        graph.vertexTypes().stream()
            .map(type -> new VertexType(type.name(), type.keys(), 0, false, false))
            .toList(),
        graph.edgeTypes().stream()
            .limit(GraphHeader.MAX_EDGE_TYPES) // types of the input come before those of reverses
            .map(
                type ->
                    new EdgeType(
                        type.name(),
                        names.indexOf(type.source()),
                        names.indexOf(type.destination())))
            .toList());
  }

  /**
   * Ends that are masters of a partition. O(masters).
   *
   * @return place and id of each: {@code long[2 * found]}; destinations are behind all sources
   */
  long[] find(GraphPartition partition) {
    Set<End> wanted = new HashSet<>(sources);
    wanted.addAll(destinations);
    Map<End, Long> vids = new HashMap<>();
    for (int type = 0; type < partition.keysByType().size(); type++) {
      final int start = partition.topology().types().start(type);
      KeyColumn masters = partition.keysByType().get(type);
      for (int row = 0; row < masters.size(); row++) {
        End end = new End(type, masters.keyAt(row));
        if (wanted.contains(end)) {
          vids.put(end, Vid.of(partition.number(), start + row));
        }
      }
    }
    LongArray found = new LongArray(64);
    find(sources, 0, vids, found);
    find(destinations, sources.size(), vids, found);
    return found.toArray();
  }

  private static void find(List<End> ends, int first, Map<End, Long> vids, LongArray found) {
    for (int i = 0; i < ends.size(); i++) {
      final Long vid = vids.get(ends.get(i));
      if (vid != null) {
        found.add(first + i);
        found.add(vid);
      }
    }
  }

  /**
   * The edges both of whose ends were found.
   *
   * @param byPartition what {@link #find} gave for each partition
   */
  TypedEdges edges(List<long[]> byPartition) {
    final int edges = types.size;
    long[] vids = new long[2 * edges];
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
    return new TypedEdges(
        Arrays.stream(known).mapToLong(i -> vids[i]).toArray(),
        Arrays.stream(known).mapToLong(i -> vids[edges + i]).toArray(),
        Arrays.stream(known).map(i -> types.values[i]).toArray());
  }
}
