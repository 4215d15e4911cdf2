// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.partition.EdgeBatches;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongIndex;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * A cut that another tool has made, by key, of edges or of vertices.
 *
 * <p>It comes as pieces, like a graph: rows of vertex and partition, and for a cut of edges the
 * same number of rows of two vertices before them. Both directions of an edge are one; rows about
 * vertices that the graph does not have are left out. With a cut of vertices an edge goes to the
 * partition of its destination, every vertex has its master where the file says, and ends from
 * elsewhere (the halo) become mirrors.
 *
 * <p>66 bytes an edge, or 4 a vertex, of the staging area's memory. Used by one thread at a time.
 */
public final class GivenAssignment implements PieceSink, Partitioner {
  private static final long PAIR_BYTES = 4 * 12 + 4 + 4 + 10; // index, row, partition, growth
  private static final int NONE = -1;

  private final GraphStaging staging;
  private final String file;
  private final boolean ofEdges;
  private final int partitions;
  private final LongIndex pairs = new LongIndex(1024); // of a cut of edges
  private final IntArray rows = new IntArray(1024); // number of each row's pair
  private final int[] vertexPartitions; // of a cut of vertices
  private int[] pairPartitions = new int[0];
  private int nextRow;

  /**
   * An assignment without rows.
   *
   * @param staging the graph, all of it
   * @param file name of the file in messages
   * @param ofEdges true for a cut of edges
   * @param partitions P
   */
  public GivenAssignment(GraphStaging staging, String file, boolean ofEdges, int partitions) {
    this.staging = staging;
    this.file = file;
    this.ofEdges = ofEdges;
    this.partitions = partitions;
    staging.take(4L * staging.vertexCount());
    vertexPartitions = new int[ofEdges ? 0 : Math.toIntExact(staging.vertexCount())];
    Arrays.fill(vertexPartitions, NONE);
  }

  @Override
  public void vertices(VertexPiece piece) {
    // Keys come with the edges.
  }

  @Override
  public void split(SplitPiece piece) {
    // Nothing is said about splits.
  }

  @Override
  public void edges(EdgePiece piece) {
    if (ofEdges && piece.type() == 0) {
      addPairs(piece.sources(), piece.destinations());
    } else {
      addPartitions(piece.sources(), piece.destinations());
    }
  }

  private void addPairs(KeyColumn sources, KeyColumn destinations) {
    staging.take(PAIR_BYTES * sources.size());
    StagedVertices vertices = staging.vertices(0);
    // Copied, since the destinations are of the same type.
    int[] from = Arrays.copyOf(vertices.find(sources), sources.size());
    int[] to = vertices.find(destinations);
    for (int i = 0; i < sources.size(); i++) {
      boolean known = from[i] != KeyDictionary.ABSENT && to[i] != KeyDictionary.ABSENT;
      rows.add(known ? pairs.add(pair(from[i], to[i])) : NONE);
    }
  }

  private void addPartitions(KeyColumn keys, KeyColumn numbers) {
    if (ofEdges && pairPartitions.length < pairs.size()) {
      pairPartitions = new int[pairs.size()];
      Arrays.fill(pairPartitions, NONE);
    }
    int[] target = ofEdges ? pairPartitions : vertexPartitions;
    int[] found = ofEdges ? null : staging.vertices(0).find(keys);
    for (int i = 0; i < keys.size(); i++) {
      int at = ofEdges ? rows.values[nextRow++] : found[i];
      if (at != NONE) {
        target[at] = checked(numbers.longAt(i), target[at], keys, i);
      }
    }
  }

  private int checked(long partition, int before, KeyColumn keys, int row) {
    if (partition < 0 || partition >= partitions) {
      throw wrong(
          "vertex %s has partition %d, there are 0 to %d"
              .formatted(keys.stringAt(row), partition, partitions - 1));
    }
    if (before != NONE && before != partition) {
      throw wrong(
          "an edge or vertex of %s has partition %d and partition %d"
              .formatted(keys.stringAt(row), before, partition));
    }
    return (int) partition;
  }

  private static long pair(int u, int w) {
    return (long) Math.min(u, w) << 32 | Math.max(u, w);
  }

  private GraphemberException wrong(String why) {
    return new GraphemberException(GraphError.ASSIGNMENT_WRONG, "%s: %s.".formatted(file, why));
  }

  @Override
  public String name() {
    return "file";
  }

  @Override
  public String description() {
    return "a cut that another tool has made";
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitionCount) {
    return 0; // taken as the rows came
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          for (int i = 0; i < count; i++) {
            assigned[i] = ofEdges ? ofPair(sources[i], destinations[i]) : ofVertex(destinations[i]);
          }
        });
    for (int v = 0; v < vertexPartitions.length; v++) {
      sink.assignMaster(v, ofVertex(v));
    }
  }

  private int ofPair(int source, int destination) {
    int at = pairs.find(pair(source, destination));
    if (at == LongIndex.ABSENT) {
      throw wrong("there is no row for edge %s - %s".formatted(key(source), key(destination)));
    }
    return pairPartitions[at];
  }

  private int ofVertex(int vertex) {
    if (vertexPartitions[vertex] == NONE) {
      throw wrong("there is no row for vertex " + key(vertex));
    }
    return vertexPartitions[vertex];
  }

  private String key(int vertex) {
    StagedVertices vertices = staging.vertices(0);
    KeyColumn.Builder key = new KeyColumn.Builder(vertices.type().keyKind());
    vertices.copyKey(vertex, key);
    return key.build().stringAt(0);
  }
}
