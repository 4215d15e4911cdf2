// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.EdgePieces;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import java.util.Arrays;

/**
 * Gathers edges of all types as they come, and cuts them into pieces of one type each: there may be
 * thousands of types, so none has a buffer of its own. O(rows + types) for each batch.
 */
final class TripleBatch {
  /** Bytes that are gathered before they become pieces. */
  static final int MOST_BYTES = 16 << 20;

  /** Of a row beside its keys: its type, its place, and where its keys end. */
  private static final long ROW_BYTES = 16;

  private final GraphHeader header;
  private final PieceSink sink;
  private final int mostBytes;
  private final KeyColumn.Builder heads;
  private final KeyColumn.Builder tails;
  private int[] types = new int[64];

  /** An empty batch of edges of a header with one vertex type. */
  TripleBatch(GraphHeader header, PieceSink sink) {
    this(header, sink, MOST_BYTES);
  }

  TripleBatch(GraphHeader header, PieceSink sink, int mostBytes) {
    this.header = header;
    this.sink = sink;
    this.mostBytes = mostBytes;
    heads = new KeyColumn.Builder(header.vertexType(0).keyKind());
    tails = new KeyColumn.Builder(header.vertexType(0).keyKind());
  }

  /** Adds an edge. */
  void add(int type, KeyCell head, KeyCell tail) {
    final int row = heads.size();
    types = row < types.length ? types : Arrays.copyOf(types, 2 * row);
    types[row] = type;
    head.appendTo(heads);
    tail.appendTo(tails);
    if (heads.bytes() + tails.bytes() + ROW_BYTES * heads.size() >= mostBytes) {
      flush();
    }
  }

  /** Sends what is gathered: by type, and edges of a type as they came. */
  void flush() {
    final int[] ends = new int[header.edgeTypes().size()];
    final int[] order = byType(ends, heads.size());
    final KeyColumn sources = heads.build();
    final KeyColumn destinations = tails.build();
    final KeyCell source = new KeyCell(sources.kind());
    final KeyCell destination = new KeyCell(destinations.kind());
    int next = 0;
    for (int type = 0; type < ends.length; type++) {
      if (next == ends[type]) {
        continue;
      }
      final EdgePieces pieces = new EdgePieces(header, type, sink);
      for (; next < ends[type]; next++) {
        source.set(sources, order[next]);
        destination.set(destinations, order[next]);
        pieces.add(source, destination);
      }
      pieces.flush();
    }
  }

  /**
   * Rows in order of their types.
   *
   * @param ends receives where each type ends
   */
  private int[] byType(int[] ends, int rows) {
    final int[] next = new int[ends.length + 1];
    for (int row = 0; row < rows; row++) {
      next[types[row] + 1]++;
    }
    for (int type = 0; type < ends.length; type++) {
      next[type + 1] += next[type];
    }
    final int[] order = new int[rows];
    for (int row = 0; row < rows; row++) {
      order[next[types[row]]++] = row;
    }
    System.arraycopy(next, 0, ends, 0, ends.length);
    return order;
  }
}
