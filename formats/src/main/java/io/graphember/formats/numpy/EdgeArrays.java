// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.InputError;
import io.graphember.schema.piece.EdgeValues;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;

/**
 * What edges carry, in arrays in the order of the edges.
 *
 * @param weights weight of each edge; null for none
 * @param times timestamp of each edge; null for none
 * @param features feature row of each edge
 */
record EdgeArrays(ArrayFile weights, ArrayFile times, FeatureRows features) {

  /** Checks types and lengths. */
  static EdgeArrays of(ArrayFile weights, ArrayFile times, FeatureRows features, long edges) {
    if (weights != null) {
      NpyHeader header = weights.header();
      if (header.type() == NpyType.BOOL) {
        throw NpyHeader.unfit(weights.name(), "its values are of type b1; weights must be numbers");
      }
      ArrayRules.vector(weights, header, edges, "edges");
    }
    if (times != null) {
      NpyHeader header = times.header();
      ArrayRules.integers(times, header);
      ArrayRules.vector(times, header, edges, "edges");
    }
    if (features.dim() > 0 && features.rows() != edges) {
      throw new GraphemberException(
          InputError.INPUT_COUNT_MISMATCH,
          "%s: it has %d rows, but there are %d edges."
              .formatted(features.files().get(0).name(), features.rows(), edges));
    }
    return new EdgeArrays(weights, times, features);
  }

  /** What an edge carries. */
  EdgeAttributes attributes() {
    return new EdgeAttributes(weights != null, times != null, features.dim());
  }

  /** What is read. */
  List<ArrayFile> files() {
    List<ArrayFile> files = new ArrayList<>(features.files());
    if (weights != null) {
      files.add(weights);
    }
    if (times != null) {
      files.add(times);
    }
    return files;
  }

  /** Opens the arrays. */
  Reader open(ReadMeter meter) {
    return new Reader(
        weights == null ? null : weights.values(meter),
        times == null ? null : times.values(meter),
        features.open(meter));
  }

  /** Reads the values of one edge after the other. */
  record Reader(NpyValues weights, NpyValues times, FeatureRows.Reader features)
      implements AutoCloseable {

    /** Reads the values of the next edge. */
    void next(EdgeValues values) {
      if (weights != null) {
        values.weight = weight(weights, weights.nextDouble());
      }
      if (times != null) {
        values.time = times.nextLong();
      }
      features.next(values.features);
    }

    private static float weight(NpyValues at, double value) {
      final float weight = (float) value;
      if (!EdgeAttributes.weightAllowed(weight)) {
        throw new GraphemberException(
            value < 0 ? InputError.INPUT_WEIGHT_NEGATIVE : InputError.INPUT_NOT_FINITE,
            "%s: value %d is %s; a weight must be a finite float of 0 or more."
                .formatted(at.name(), at.index() - 1, Double.toString(value)));
      }
      return weight;
    }

    @Override
    public void close() {
      if (weights != null) {
        weights.close();
      }
      if (times != null) {
        times.close();
      }
      features.close();
    }
  }
}
