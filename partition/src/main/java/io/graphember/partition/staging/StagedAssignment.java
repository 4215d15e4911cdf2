// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.IntColumn;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.piece.AssignmentPiece;
import java.util.function.IntBinaryOperator;

/**
 * Where another tool has put edges and vertices, as the rows came; vertices are numbered within
 * their type. 12 bytes a row. Used by one thread at a time.
 */
public final class StagedAssignment {
  private final StagedEdges edges =
      new StagedEdges(new StagedValues(EdgeAttributes.NONE, bytes -> {}));
  private final IntColumn edgePartitions = new IntColumn();

  /** The row of a vertex leads from it to itself, and its type is that of the vertex. */
  private final StagedEdges vertices =
      new StagedEdges(new StagedValues(EdgeAttributes.NONE, bytes -> {}));

  private final IntColumn vertexPartitions = new IntColumn();

  /**
   * Appends rows of a piece.
   *
   * @param rows places in the piece
   * @param count how many of them
   * @param sources number of the source in each row of the piece; of no use to rows about vertices
   * @param numbers number of the destination, or of the vertex
   */
  public void add(AssignmentPiece piece, int[] rows, int count, int[] sources, int[] numbers) {
    if (count == 0) {
      return;
    }
    int[] from = new int[count];
    int[] to = new int[count];
    int[] partitions = new int[count];
    for (int i = 0; i < count; i++) {
      to[i] = numbers[rows[i]];
      from[i] = piece.ofEdges() ? sources[rows[i]] : to[i];
      partitions[i] = piece.partitions()[rows[i]];
    }
    (piece.ofEdges() ? edges : vertices).addEnds(piece.type(), 0, count, from, to);
    (piece.ofEdges() ? edgePartitions : vertexPartitions).addAll(partitions, 0, count);
  }

  /**
   * Gives vertices other numbers.
   *
   * @param ofEdges by the edge type
   * @param ofVertices number of a vertex by its type and its number before
   */
  public void renumber(StagedEdges.Numbers ofEdges, IntBinaryOperator ofVertices) {
    edges.renumber(ofEdges);
    vertices.renumber(
        new StagedEdges.Numbers() {
          @Override
          public int ofSource(int type, int source) {
            return ofVertices.applyAsInt(type, source);
          }

          @Override
          public int ofDestination(int type, int destination) {
            return ofVertices.applyAsInt(type, destination);
          }
        });
  }

  /** Number of rows. */
  public long size() {
    return edges.size() + vertices.size();
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return size() == 0 ? 0 : edges.bytes() + vertices.bytes() + 4 * size();
  }

  /**
   * What the rows say of vertices that are numbered through.
   *
   * @param partitions number of partitions
   * @param ofVertices true if every vertex is to have a row, false if every edge is
   */
  public GivenPartitions numbered(VertexNumbering numbering, int partitions, boolean ofVertices) {
    GivenPartitions given =
        new GivenPartitions(numbering.vertices(), edges.size(), partitions, ofVertices);
    read(
        edges, edgePartitions, numbering::sourceStart, numbering::destinationStart, given::putEdge);
    read(
        vertices,
        vertexPartitions,
        numbering::start,
        numbering::start,
        (vertex, same, partition) -> given.putVertex(vertex, partition));
    return given;
  }

  /** Forgets the rows and their memory. */
  public void clear() {
    edges.clear();
    edgePartitions.clear();
    vertices.clear();
    vertexPartitions.clear();
  }

  /** Takes a row whose vertices are numbered through. */
  @FunctionalInterface
  private interface Row {
    void put(int source, int destination, int partition);
  }

  /** The number of the first vertex of a type of rows. */
  @FunctionalInterface
  private interface Start {
    int of(int type);
  }

  private static void read(
      StagedEdges rows, IntColumn partitions, Start sources, Start destinations, Row target) {
    final int batch = 4096;
    int[] from = new int[batch];
    int[] to = new int[batch];
    for (int run = 0; run < rows.runs(); run++) {
      final int source = sources.of(rows.type(run));
      final int destination = destinations.of(rows.type(run));
      for (long first = rows.start(run); first < rows.start(run + 1); first += batch) {
        final int count = (int) Math.min(batch, rows.start(run + 1) - first);
        rows.read(first, count, from, to);
        for (int i = 0; i < count; i++) {
          if (from[i] >= 0 && to[i] >= 0) { // rows about what there is not are passed over
            target.put(source + from[i], destination + to[i], partitions.get(first + i));
          }
        }
      }
    }
  }
}
