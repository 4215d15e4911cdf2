// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.InputError;
import io.graphember.schema.piece.EdgeValues;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What edges carry, in arrays in the order of the edges.
 *
 * @param weights weight of each edge; null for none
 * @param times timestamp of each edge; null for none
 * @param targets number of each edge that is to be predicted; null for none
 * @param features feature row of each edge
 */
record EdgeArrays(
    @Nullable ArrayFile weights,
    @Nullable ArrayFile times,
    @Nullable ArrayFile targets,
    FeatureRows features) {
  /** Edges that carry nothing but a weight each, or not even that. */
  static EdgeArrays of(@Nullable ArrayFile weights, long edges) {
    return of(weights, null, null, FeatureRows.NONE, edges);
  }

  /** Checks types and lengths. */
  static EdgeArrays of(
      @Nullable ArrayFile weights,
      @Nullable ArrayFile times,
      @Nullable ArrayFile targets,
      FeatureRows features,
      long edges) {
    numbers(weights, "weights", edges);
    numbers(targets, "edgeTargets", edges);
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
    return new EdgeArrays(weights, times, targets, features);
  }

  private static void numbers(@Nullable ArrayFile file, String what, long edges) {
    if (file != null) {
      NpyHeader header = file.header();
      if (header.type() == NpyType.BOOL) {
        throw NpyHeader.unfit(
            file.name(), "its values are of type b1; %s must be numbers".formatted(what));
      }
      ArrayRules.vector(file, header, edges, "edges");
    }
  }

  /** What may be known of an edge. */
  EdgeLabel label() {
    return EdgeLabel.of(List.of(), targets != null);
  }

  /** What an edge carries. */
  EdgeAttributes attributes() {
    return new EdgeAttributes(weights != null, times != null, label().floats() + features.dim());
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
    if (targets != null) {
      files.add(targets);
    }
    return files;
  }

  /** Opens the arrays. */
  Reader open(ReadMeter meter) {
    return new Reader(
        weights == null ? null : weights.values(meter),
        times == null ? null : times.values(meter),
        targets == null ? null : targets.values(meter),
        features.open(meter),
        new float[features.dim()]);
  }

  /** Reads the values of one edge after the other. */
  record Reader(
      @Nullable NpyValues weights,
      @Nullable NpyValues times,
      @Nullable NpyValues targets,
      FeatureRows.Reader features,
      float[] row)
      implements AutoCloseable {

    /** Reads the values of the next edge. */
    void next(EdgeValues values) {
      if (weights != null) {
        values.weight = weight(weights, weights.nextDouble());
      }
      if (times != null) {
        values.time = times.nextLong();
      }
      final int first = values.features.length - row.length;
      if (targets != null) {
        values.features[0] = target(targets, targets.nextDouble());
      }
      features.next(row);
      System.arraycopy(row, 0, values.features, first, row.length);
    }

    private static float target(NpyValues at, double value) {
      final float target = (float) value;
      if (Float.isInfinite(target)) {
        throw new GraphemberException(
            InputError.INPUT_NOT_FINITE,
            "%s: value %d is %s; a number to be predicted must be a finite float, or nan where it is not known."
                .formatted(at.name(), at.index() - 1, Double.toString(value)));
      }
      return target;
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
      if (targets != null) {
        targets.close();
      }
      features.close();
    }
  }
}
