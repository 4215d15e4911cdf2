// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;

/**
 * Edges that a graph has, but that no model is to be trained with: nothing is sampled of them, so
 * they carry nothing but their ends.
 *
 * <p>On the wire: the head for piece 5, whose detail byte holds two fields, then the columns:
 *
 * <pre>
 * bits 0..3  key kind of the destinations
 * bits 4..7  1 for edges that validate, 0 for edges that test
 *
 * keys       sources, see {@link KeyColumn}
 * keys       destinations
 * </pre>
 *
 * @param type number of the edge type
 * @param split what they are held out for: {@link Split#VALID} or {@link Split#TEST}
 * @param sources key of each edge's source
 * @param destinations key of each edge's destination, as many
 */
public record HeldOutPiece(int type, Split split, KeyColumn sources, KeyColumn destinations)
    implements Piece {
  private static final int SPLIT_SHIFT = 4;
  private static final int KIND_MASK = (1 << SPLIT_SHIFT) - 1;

  /** Checks the split, and that the columns have the same number of rows. */
  public HeldOutPiece {
    if (split == Split.TRAIN) {
      throw new IllegalArgumentException("edges to train on are not held out");
    }
    if (sources.size() != destinations.size()) {
      throw new IllegalArgumentException(sources + " does not match " + destinations);
    }
  }

  /** Edges that test a model. */
  public HeldOutPiece(int type, KeyColumn sources, KeyColumn destinations) {
    this(type, Split.TEST, sources, destinations);
  }

  /** Some of the edges, in their order. */
  public HeldOutPiece rows(int[] some) {
    return new HeldOutPiece(type, split, sources.rows(some), destinations.rows(some));
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
            destinations.kind().ordinal() | (split == Split.VALID ? 1 : 0) << SPLIT_SHIFT,
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
    PieceReader.keyKind((byte) (reader.detail() & KIND_MASK), destination);
    final int split = (reader.detail() & 0xFF) >> SPLIT_SHIFT;
    PieceReader.check(split <= 1, "its edges are held out for " + split);
    return new HeldOutPiece(
        type,
        split == 1 ? Split.VALID : Split.TEST,
        reader.keys(source.keyKind()),
        reader.keys(destination.keyKind()));
  }
}
