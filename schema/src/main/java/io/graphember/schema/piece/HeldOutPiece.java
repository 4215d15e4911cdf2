// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;

/**
 * Edges that a graph has, but that no model is to be trained with: nothing is sampled of them, so
 * they carry nothing but their ends.
 *
 * <p>On the wire: the head for piece 5, whose detail byte holds the key kind of the destinations,
 * then:
 *
 * <pre>
 * keys   sources, see {@link KeyColumn}
 * keys   destinations
 * </pre>
 *
 * @param type number of the edge type
 * @param sources key of each edge's source
 * @param destinations key of each edge's destination, as many
 */
public record HeldOutPiece(int type, KeyColumn sources, KeyColumn destinations) implements Piece {
  /** Checks that the columns have the same number of rows. */
  public HeldOutPiece {
    if (sources.size() != destinations.size()) {
      throw new IllegalArgumentException(sources + " does not match " + destinations);
    }
  }

  @Override
  public int rows() {
    return sources.size();
  }

  @Override
  public void passTo(PieceSink sink) {
    sink.heldOut(this);
  }

  @Override
  public byte[] encode() {
    PieceWriter writer =
        new PieceWriter(
            PieceWriter.HELD_OUT,
            sources.kind(),
            destinations.kind().ordinal(),
            type,
            rows(),
            (long) sources.encodedBytes() + destinations.encodedBytes());
    sources.writeTo(writer);
    destinations.writeTo(writer);
    return writer.toBytes();
  }

  static HeldOutPiece read(PieceReader reader, GraphHeader header) {
    final int type = reader.type(header.edgeTypes().size());
    final VertexType source = header.sourceOf(type);
    final VertexType destination = header.destinationOf(type);
    reader.keyKind(source);
    PieceReader.keyKind(reader.detail(), destination);
    return new HeldOutPiece(
        type, reader.keys(source.keyKind()), reader.keys(destination.keyKind()));
  }
}
