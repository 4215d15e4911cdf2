// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where another tool has put edges, or vertices and the edges that end there.
 *
 * <p>On the wire: the head for piece 4, whose detail byte holds the key kind of the last column of
 * keys in bits 0 and 1, and says in bit 2 that the rows are about vertices, other bits 0; the
 * head's key kind is that of the first column:
 *
 * <pre>
 * keys         sources, see {@link KeyColumn}         unless bit 2
 * keys         destinations, or vertices if bit 2
 * int32[rows]  partitions, which only the graph can check
 * </pre>
 *
 * @param type number of the edge type whose vertex types the keys are of; of the vertex type if the
 *     rows are about vertices
 * @param sources one end of each edge; null if the rows are about vertices
 * @param keys other end of each edge, as many; or the vertices
 * @param partitions partition of each, as many; any number until a graph has taken it
 */
public record AssignmentPiece(
    int type, @Nullable KeyColumn sources, KeyColumn keys, int[] partitions) implements Piece {
  private static final int KIND_MASK = 3;
  private static final int OF_VERTICES = 4;

  /** Checks that the columns have the same number of rows. */
  public AssignmentPiece {
    if (partitions.length != keys.size()) {
      throw new IllegalArgumentException(partitions.length + " partitions for " + keys);
    }
    if (sources != null && sources.size() != keys.size()) {
      throw new IllegalArgumentException(sources + " does not match " + keys);
    }
  }

  /** True if the rows are about edges, false if they are about vertices. */
  public boolean ofEdges() {
    return sources != null;
  }

  @Override
  public int rows() {
    return keys.size();
  }

  @Override
  public void passTo(PieceSink sink) {
    sink.assignment(this);
  }

  @Override
  public byte[] encode() {
    final KeyColumn first = sources != null ? sources : keys;
    final int detail = keys.kind().ordinal() | (ofEdges() ? 0 : OF_VERTICES);
    final long columnBytes =
        (sources != null ? sources.encodedBytes() : 0L) + keys.encodedBytes() + 4L * rows();
    PieceWriter writer =
        new PieceWriter(PieceWriter.ASSIGNMENT, first.kind(), detail, type, rows(), columnBytes);
    if (sources != null) {
      sources.writeTo(writer);
    }
    keys.writeTo(writer);
    writer.ints(partitions);
    return writer.toBytes();
  }

  static AssignmentPiece read(PieceReader reader, GraphHeader header) {
    final int detail = reader.detail();
    final boolean ofEdges = (detail & OF_VERTICES) == 0;
    PieceReader.check((detail & ~(KIND_MASK | OF_VERTICES)) == 0, "its detail byte is " + detail);
    final int type = reader.type(ofEdges ? header.edgeTypes().size() : header.vertexTypes().size());
    final VertexType first = ofEdges ? header.sourceOf(type) : header.vertexType(type);
    final VertexType last = ofEdges ? header.destinationOf(type) : first;
    reader.keyKind(first);
    PieceReader.keyKind((byte) (detail & KIND_MASK), last);
    return new AssignmentPiece(
        type,
        ofEdges ? reader.keys(first.keyKind()) : null,
        reader.keys(last.keyKind()),
        reader.ints("its partitions"));
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AssignmentPiece other
        && type == other.type
        && Objects.equals(sources, other.sources)
        && keys.equals(other.keys)
        && Arrays.equals(partitions, other.partitions);
  }

  @Override
  public int hashCode() {
    return 31 * keys.hashCode() + Arrays.hashCode(partitions);
  }

  @Override
  public String toString() {
    return "AssignmentPiece[" + rows() + " rows]";
  }
}
