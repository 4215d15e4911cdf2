// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import java.util.Arrays;

/**
 * Sends staged edges on to the shards: an edge to the home of its destination, and if it is
 * symmetrised to the home of its source as well, each of which keeps one direction. Holds nothing.
 */
final class EdgeRouter {
  private final GraphHeader header;
  private final EdgeShards shards;
  private final boolean symmetrize;
  private final IntArray[] rows; // of the piece, for each shard
  private long edges;

  EdgeRouter(GraphHeader header, boolean symmetrize, EdgeShards shards) {
    this.header = header;
    this.shards = shards;
    this.symmetrize = symmetrize;
    rows = new IntArray[shards.shards()];
    Arrays.setAll(rows, shard -> new IntArray(16));
  }

  /** Number of edges so far. */
  long size() {
    return edges;
  }

  /**
   * Sends edges {@code from .. to - 1} of a piece.
   *
   * @param ends number of each edge's source, by its place in the piece
   * @param otherEnds number of each edge's destination
   */
  void add(EdgePiece piece, int from, int to, int[] ends, int[] otherEnds) {
    EdgeType type = header.edgeType(piece.type());
    for (int edge = from; edge < to; edge++) {
      int home = VertexHomes.of(type.destination(), otherEnds[edge], rows.length);
      rows[home].add(edge);
      int other = VertexHomes.of(type.source(), ends[edge], rows.length);
      if (symmetrize && other != home) {
        rows[other].add(edge);
      }
    }
    edges += to - from;
    for (int shard = 0; shard < rows.length; shard++) {
      if (rows[shard].size > 0) {
        shards.stage(shard, numbered(piece, rows[shard].toArray(), ends, otherEnds).encode());
        rows[shard].size = 0;
      }
    }
  }

  /**
   * Sends rows of an assignment: one about a vertex to its home, one about an edge to the homes of
   * both ends, where its directions are.
   *
   * @param chosen places in the piece
   * @param count how many of them
   * @param ends number of the source in each row of the piece; of no use to rows about vertices
   * @param otherEnds number of the destination, or of the vertex
   */
  void assign(AssignmentPiece piece, int[] chosen, int count, int[] ends, int[] otherEnds) {
    final int type = piece.ofEdges() ? header.edgeType(piece.type()).destination() : piece.type();
    for (int i = 0; i < count; i++) {
      final int row = chosen[i];
      final int home = VertexHomes.of(type, otherEnds[row], rows.length);
      rows[home].add(row);
      if (piece.ofEdges()) {
        final int source = header.edgeType(piece.type()).source();
        final int other = VertexHomes.of(source, ends[row], rows.length);
        if (other != home) {
          rows[other].add(row);
        }
      }
    }
    for (int shard = 0; shard < rows.length; shard++) {
      if (rows[shard].size > 0) {
        shards.stage(shard, numbered(piece, rows[shard].toArray(), ends, otherEnds).encode());
        rows[shard].size = 0;
      }
    }
  }

  /**
   * Sends edges that are held out to the homes of both ends: one keeps the edge, the other its
   * reverse, if it has one.
   */
  void heldOut(HeldOutPiece piece, int[] chosen, int count, int[] ends, int[] otherEnds) {
    EdgeType type = header.edgeType(piece.type());
    for (int i = 0; i < count; i++) {
      final int row = chosen[i];
      final int home = VertexHomes.of(type.source(), ends[row], rows.length);
      rows[home].add(row);
      final int other = VertexHomes.of(type.destination(), otherEnds[row], rows.length);
      if (symmetrize && other != home) {
        rows[other].add(row);
      }
    }
    for (int shard = 0; shard < rows.length; shard++) {
      if (rows[shard].size > 0) {
        int[] some = rows[shard].toArray();
        shards.stage(
            shard,
            new HeldOutPiece(piece.type(), numbers(some, ends), numbers(some, otherEnds)).encode());
        rows[shard].size = 0;
      }
    }
  }

  private static AssignmentPiece numbered(
      AssignmentPiece piece, int[] chosen, int[] ends, int[] otherEnds) {
    int[] partitions = new int[chosen.length];
    Arrays.setAll(partitions, i -> piece.partitions()[chosen[i]]);
    return new AssignmentPiece(
        piece.type(),
        piece.ofEdges() ? numbers(chosen, ends) : null,
        numbers(chosen, otherEnds),
        partitions);
  }

  private static KeyColumn numbers(int[] chosen, int[] ends) {
    long[] numbers = new long[chosen.length];
    Arrays.setAll(numbers, i -> ends[chosen[i]]);
    return KeyColumn.of(numbers);
  }

  private static EdgePiece numbered(EdgePiece piece, int[] chosen, int[] ends, int[] otherEnds) {
    long[] sources = new long[chosen.length];
    long[] destinations = new long[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      sources[i] = ends[chosen[i]];
      destinations[i] = otherEnds[chosen[i]];
    }
    return piece.rows(chosen, KeyColumn.of(sources), KeyColumn.of(destinations));
  }
}
