// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.GraphSettings.UnknownVertices;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.Split;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.memory.IntArray;
import io.graphember.memory.IntColumn;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.Locale;

/**
 * Takes the pieces of a load: numbers vertices, maps the ends of edges, keeps columns. Memory is
 * taken from the budget as the columns grow.
 *
 * <p>Used by one thread at a time.
 */
public final class GraphStaging implements PieceSink, AutoCloseable {
  /** Largest number of classes. */
  public static final int MAX_CLASSES = 1 << 20;

  /** Label and split of a vertex, the room that growing arrays keep included. */
  private static final long COLUMN_BYTES = 8;

  private final GraphHeader header;
  private final UnknownVertices unknownVertices;
  private final MemoryBudget.Reservation reservation;
  private final KeyDictionary keys;
  private final IntArray labels = new IntArray(1024);
  private final ByteColumn splits = new ByteColumn();
  private final FloatColumn features;
  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private long skippedEdges;
  private long skippedSplits;

  /**
   * An empty staging area.
   *
   * @param settings policy for unknown vertices
   * @param header what pieces look like
   * @param budget memory is taken from it until {@link #close()}
   */
  public GraphStaging(GraphSettings settings, GraphHeader header, MemoryBudget budget) {
    this.header = header;
    this.unknownVertices = settings.unknownVertices();
    this.keys = KeyDictionary.of(header.keyKind());
    this.features = header.featureDim() == 0 ? null : new FloatColumn(header.featureDim());
    this.reservation = budget.take(0, "Staging graph " + settings.name());
  }

  @Override
  public void vertices(VertexPiece piece) {
    int count = piece.keys().size();
    for (int i = 0; i < count; i++) {
      int known = keys.size();
      if (keys.add(piece.keys(), i) != known) {
        throw new GraphemberException(
            GraphError.VERTEX_TWICE,
            "Vertex %s came twice; a key names one vertex.".formatted(piece.keys().stringAt(i)));
      }
      addColumns(
          piece.labels() == null ? -1 : piece.labels()[i],
          piece.splits() == null ? Split.NONE : piece.splits()[i]);
    }
    if (features != null) {
      features.add(piece.features(), count);
    }
    account();
  }

  @Override
  public void split(SplitPiece piece) {
    for (int i = 0; i < piece.keys().size(); i++) {
      int vertex =
          vertex(
              piece.keys(), i, "The " + piece.split().name().toLowerCase(Locale.ROOT) + " split");
      if (vertex == KeyDictionary.ABSENT) {
        skippedSplits++;
      } else {
        splits.set(vertex, piece.split().code());
      }
    }
    account();
  }

  @Override
  public void edges(EdgePiece piece) {
    for (int i = 0; i < piece.sources().size(); i++) {
      int source = vertex(piece.sources(), i, "An edge");
      int destination = vertex(piece.destinations(), i, "An edge");
      if (source == KeyDictionary.ABSENT || destination == KeyDictionary.ABSENT) {
        skippedEdges++;
      } else {
        sources.add(source);
        destinations.add(destination);
      }
    }
    account();
  }

  private int vertex(KeyColumn column, int row, String who) {
    int known = keys.size();
    int vertex =
        unknownVertices == UnknownVertices.CREATE ? keys.add(column, row) : keys.find(column, row);
    if (vertex == known) {
      addColumns(-1, Split.NONE);
      if (features != null) {
        if (features.full()) { // a piece of keys may ask for many times its own size in zeros
          account(features.chunkBytes());
        }
        features.add(null, 1);
      }
    } else if (vertex == KeyDictionary.ABSENT && unknownVertices == UnknownVertices.ERROR) {
      throw new GraphemberException(
          GraphError.VERTEX_UNKNOWN,
          "%s names vertex %s, which no vertex row has; set graph.unknownVertices to skip or create to allow it."
              .formatted(who, column.stringAt(row)));
    }
    return vertex;
  }

  private void addColumns(int label, byte split) {
    if (label >= MAX_CLASSES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "Label number %d came; a graph has up to %d classes.".formatted(label, MAX_CLASSES));
    }
    labels.add(label);
    splits.add(split);
  }

  private void account() {
    account(0);
  }

  /** Brings the reservation up to what the columns hold now, and so many bytes more. */
  private void account(long moreBytes) {
    long bytes =
        moreBytes
            + keys.bytes()
            + COLUMN_BYTES * keys.size()
            + (features == null ? 0 : features.bytes())
            + 4 * (sources.size() + destinations.size())
            + 2 * IntColumn.CHUNK_BYTES;
    if (bytes > reservation.bytes()) {
      reservation.grow(bytes - reservation.bytes());
    }
  }

  GraphHeader header() {
    return header;
  }

  /** Number of vertices so far. */
  public int vertexCount() {
    return keys.size();
  }

  /** Number of edges so far, as they came. */
  public long edgeCount() {
    return sources.size();
  }

  /** Edges left out because an end was unknown. */
  public long skippedEdges() {
    return skippedEdges;
  }

  /** Entries of splits left out because the key was unknown. */
  public long skippedSplits() {
    return skippedSplits;
  }

  IntColumn sources() {
    return sources;
  }

  IntColumn destinations() {
    return destinations;
  }

  int label(int vertex) {
    return labels.values[vertex];
  }

  byte split(int vertex) {
    return splits.get(vertex);
  }

  void copyKey(int vertex, KeyColumn.Builder target) {
    keys.copy(vertex, target);
  }

  void readFeatures(int vertex, float[] target, int offset) {
    features.read(vertex, target, offset);
  }

  /** Takes memory for a further stage, until {@link #close()}. */
  void take(long bytes) {
    reservation.grow(bytes);
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    reservation.close();
  }
}
