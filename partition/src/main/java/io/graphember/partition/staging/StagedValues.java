// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.store.EdgeData;
import io.graphember.memory.RowStorage;
import io.graphember.memory.array.IntColumn;
import io.graphember.memory.array.LongColumn;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.piece.EdgePiece;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the edges of a graph carry, in the order in which they came. All edges have the columns that
 * any type has: one whose type lacks a column has {@link EdgeData#DEFAULT_WEIGHT}, time 0 and zeros
 * for features. Used by one thread at a time.
 */
public final class StagedValues {
  private final EdgeAttributes attributes;
  private final LongConsumer beforeGrowth;
  private final IntColumn weights = new IntColumn(); // bits of floats
  private final LongColumn times = new LongColumn();
  private final @Nullable FloatColumn features;
  private final float[] row;
  private final float[] otherRow;

  /** No edges, with all rows in the heap; see below. */
  public StagedValues(EdgeAttributes attributes, LongConsumer beforeGrowth) {
    this(attributes, beforeGrowth, RowStorage.HEAP);
  }

  /**
   * No edges.
   *
   * @param beforeGrowth is told the bytes before rows of features are allocated
   * @param storage keeps these
   */
  public StagedValues(EdgeAttributes attributes, LongConsumer beforeGrowth, RowStorage storage) {
    this.attributes = attributes;
    this.beforeGrowth = beforeGrowth;
    features =
        attributes.featureDim() > 0 ? new FloatColumn(attributes.featureDim(), storage) : null;
    row = new float[attributes.featureDim()];
    otherRow = new float[attributes.featureDim()];
  }

  /** What an edge carries. */
  public EdgeAttributes attributes() {
    return attributes;
  }

  /** Appends the values of an edge that is stored. */
  public void add(EdgeData data, int edge) {
    if (attributes.weight()) {
      float weight = data.weights() == null ? EdgeData.DEFAULT_WEIGHT : data.weights()[edge];
      weights.add(Float.floatToIntBits(weight));
    }
    if (attributes.time()) {
      times.add(data.times() == null ? 0 : data.times()[edge]);
    }
    if (features != null) {
      if (features.full()) {
        beforeGrowth.accept(features.chunkBytes());
      }
      if (data.features() == null) {
        Arrays.fill(row, 0);
      } else {
        data.features().read(edge, row, 0);
      }
      features.add(row, 0);
    }
  }

  /**
   * Appends the values of an edge; those that edges here do not have are passed over.
   *
   * @param featureRow as wide as the features are
   */
  public void add(float weight, long time, float[] featureRow) {
    if (attributes.weight()) {
      weights.add(Float.floatToIntBits(weight));
    }
    if (attributes.time()) {
      times.add(time);
    }
    if (features != null) {
      if (features.full()) {
        beforeGrowth.accept(features.chunkBytes());
      }
      features.add(featureRow, 0);
    }
  }

  /** Appends the values of one edge of a piece. */
  public void add(EdgePiece piece, int edge) {
    if (attributes.weight()) {
      float weight = piece.weights() == null ? EdgeData.DEFAULT_WEIGHT : piece.weights()[edge];
      weights.add(Float.floatToIntBits(weight));
    }
    if (attributes.time()) {
      times.add(piece.times() == null ? 0 : piece.times()[edge]);
    }
    if (features != null) {
      addFeatures(features, piece, edge);
    }
  }

  /** A row may be narrower than the widest type's: it is padded with zeros. */
  private void addFeatures(FloatColumn features, EdgePiece piece, int edge) {
    if (features.full()) { // a piece may ask for many times its own size in zeros
      beforeGrowth.accept(features.chunkBytes());
    }
    int dim = piece.features() == null ? 0 : piece.features().length / piece.rows();
    Arrays.fill(row, dim, row.length, 0);
    if (piece.features() != null) {
      System.arraycopy(piece.features(), edge * dim, row, 0, dim);
    }
    features.add(row, 0);
  }

  /** Weight of an edge. */
  public float weight(int edge) {
    return Float.intBitsToFloat(weights.get(edge));
  }

  /** Timestamp of an edge. */
  public long time(int edge) {
    return times.get(edge);
  }

  /** Copies the feature row of an edge. */
  public void readFeatures(int edge, float[] target, int offset) {
    if (features != null) {
      features.read(edge, target, offset);
    }
  }

  /**
   * Orders edges by time, then by weight, then by their rows from the first float on; a label that
   * is not known comes first.
   */
  int compare(int edge, int other) {
    int order = attributes.time() ? Long.compare(time(edge), time(other)) : 0;
    if (order == 0 && attributes.weight()) {
      order = Float.compare(weight(edge), weight(other));
    }
    if (order == 0 && features != null) {
      readFeatures(edge, row, 0);
      readFeatures(other, otherRow, 0);
      order = Float.compare(known(row[0]), known(otherRow[0]));
      order = order == 0 ? Arrays.compare(row, otherRow) : order;
    }
    return order;
  }

  private static float known(float stored) {
    return Float.isNaN(stored) ? Float.NEGATIVE_INFINITY : stored;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return (attributes.weight() ? 4 * weights.size() + IntColumn.CHUNK_BYTES : 0)
        + (attributes.time() ? times.bytes() : 0)
        + (features == null ? 0 : features.bytes());
  }
}
