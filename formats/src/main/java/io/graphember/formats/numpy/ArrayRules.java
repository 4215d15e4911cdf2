// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.file.InputFile;
import io.graphember.schema.InputError;
import io.graphember.schema.VertexType;
import io.graphember.spi.error.GraphemberException;

/** What an array must be to be used for something; each rule names the array and what it is. */
final class ArrayRules {
  private ArrayRules() {}

  /** Checks for integers. */
  static void integers(ArrayFile file, NpyHeader header) {
    if (!header.type().integer()) {
      throw NpyHeader.unfit(
          file.name(), "its values are of type " + header.type().code + "; they must be integers");
    }
  }

  /** Checks for one dimension. */
  static void vector(ArrayFile file, NpyHeader header) {
    if (header.shape().length != 1) {
      throw NpyHeader.unfit(
          file.name(), "its shape is " + header.shapeText() + "; it must have one dimension");
    }
  }

  /** Checks for one dimension of a given length. */
  static void vector(ArrayFile file, NpyHeader header, long length, String of) {
    vector(file, header);
    if (header.shape()[0] != length) {
      throw new GraphemberException(
          InputError.INPUT_COUNT_MISMATCH,
          "%s: it has %d values, but there are %d %s."
              .formatted(file.name(), header.shape()[0], length, of));
    }
  }

  /** Checks a vertex's number. */
  static long vertex(NpyValues at, long value, long vertices) {
    if (value < 0 || value >= vertices) {
      throw new GraphemberException(
          InputError.INPUT_VERTEX_UNKNOWN,
          "%s: value %d is %d; vertices are numbered 0 %s."
              .formatted(
                  at.name(),
                  at.index() - 1,
                  value,
                  vertices == Long.MAX_VALUE ? "and up" : "to " + (vertices - 1)));
    }
    return value;
  }

  /** A feature as a finite float. */
  static float finite(NpyValues at, double value, long row, long column) {
    final float rounded = (float) value;
    if (!Float.isFinite(rounded)) {
      throw new GraphemberException(
          InputError.INPUT_NOT_FINITE,
          "%s: row %d, column %d is %s; it must be a finite number in the range of a float."
              .formatted(at.name(), row, column, Double.toString(value)));
    }
    return rounded;
  }

  /** Checks the width of feature rows. */
  static int width(ArrayFile file, long columns) {
    if (columns > VertexType.MAX_FEATURE_DIM) {
      throw InputFile.tooWide(file.name(), "a row", columns);
    }
    return (int) columns;
  }
}
