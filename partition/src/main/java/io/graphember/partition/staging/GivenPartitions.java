// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.LongIndex;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.partition.GivenAssignment;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where another tool has put edges or vertices, to be looked up: both directions of an edge, and
 * parallel edges of whatever type, are one.
 *
 * <p>Up to 50 bytes an edge, 2 a vertex. Used by one thread while it is filled, by any number
 * afterwards.
 */
public final class GivenPartitions implements GivenAssignment {
  private final LongIndex pairs;
  private final short[] pairPartitions;
  private final short[] vertexPartitions; // of no vertex if none is given
  private final int partitions;
  private @Nullable AssignmentFault wrong; // the first row that is

  /**
   * Nothing said yet.
   *
   * @param edges how many rows about edges there will be
   * @param partitions number of partitions
   * @param ofVertices true if every vertex is to have a row; otherwise every edge, and rows about
   *     vertices are passed over
   */
  GivenPartitions(int vertices, long edges, int partitions, boolean ofVertices) {
    this.partitions = partitions;
    if (edges > LongIndex.MAX_SIZE) {
      throw EdgeTable.tooLarge(edges);
    }
    pairs = new LongIndex((int) edges);
    pairPartitions = new short[(int) edges];
    vertexPartitions = new short[ofVertices ? vertices : 0];
    Arrays.fill(vertexPartitions, (short) NONE);
  }

  private static long pair(int u, int w) {
    return (long) Math.min(u, w) << 32 | Math.max(u, w);
  }

  void putEdge(int u, int w, int partition) {
    final int known = pairs.size();
    final int at = pairs.add(pair(u, w));
    if (at < known && pairPartitions[at] != partition) {
      wrong(AssignmentFault.contradiction(u, w, pairPartitions[at], partition));
    }
    pairPartitions[at] = checked(u, w, partition);
  }

  void putVertex(int vertex, int partition) {
    if (vertexPartitions.length == 0) {
      return;
    }
    if (vertexPartitions[vertex] != NONE && vertexPartitions[vertex] != partition) {
      wrong(AssignmentFault.contradiction(vertex, vertex, vertexPartitions[vertex], partition));
    }
    vertexPartitions[vertex] = checked(vertex, vertex, partition);
  }

  private short checked(int u, int w, int partition) {
    if (partition < 0 || partition >= partitions) {
      wrong(AssignmentFault.outside(u, w, partition, partitions));
    }
    return (short) partition;
  }

  private void wrong(AssignmentFault found) {
    wrong = wrong == null ? found : wrong;
  }

  @Override
  public int ofEdge(int source, int destination) {
    final int at = pairs.find(pair(source, destination));
    return at == LongIndex.ABSENT ? NONE : pairPartitions[at];
  }

  @Override
  public int ofVertex(int vertex) {
    return vertexPartitions.length == 0 ? NONE : vertexPartitions[vertex];
  }

  /**
   * The first thing that is wrong, or empty: a row, or an edge or vertex without a row.
   *
   * @param homes which vertices the rows here are about
   */
  public Optional<AssignmentFault> fault(EdgeTable edges, VertexHomes homes) {
    if (wrong != null) {
      return Optional.of(wrong);
    }
    return vertexPartitions.length == 0 ? missingEdge(edges) : missingVertex(homes);
  }

  private Optional<AssignmentFault> missingEdge(EdgeTable edges) {
    final int[] offsets = edges.offsets();
    final int[] sources = edges.sources();
    for (int v = 0; v < edges.vertices(); v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        if (ofEdge(sources[e], v) == NONE) {
          return Optional.of(AssignmentFault.missing(sources[e], v));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<AssignmentFault> missingVertex(VertexHomes homes) {
    for (int v = 0; v < vertexPartitions.length; v++) {
      if (vertexPartitions[v] == NONE && homes.here(v)) {
        return Optional.of(AssignmentFault.missing(v, v));
      }
    }
    return Optional.empty();
  }
}
