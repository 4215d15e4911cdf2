// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.util.ArrayList;
import java.util.List;

/**
 * Where each parameter lies in the one flat float32 buffer of a model; gradients use the same
 * layout.
 *
 * @param parameters in the order of their offsets, without gaps
 */
public record ParameterLayout(List<Parameter> parameters) {

  /**
   * One parameter: a matrix in row-major order, or a vector (one row).
   *
   * @param name unique within the model
   * @param layer layer it belongs to
   * @param rows rows, 1 for a vector
   * @param columns columns
   * @param offset first float in the flat buffer
   * @param matrix false for a vector such as a bias
   */
  public record Parameter(
      String name, int layer, int rows, int columns, int offset, boolean matrix) {
    /** Number of floats. */
    public int length() {
      return rows * columns;
    }
  }

  /** Copies the list. */
  public ParameterLayout {
    parameters = List.copyOf(parameters);
  }

  /** Number of floats of all parameters. */
  public int length() {
    if (parameters.isEmpty()) {
      return 0;
    }
    Parameter last = parameters.get(parameters.size() - 1);
    return last.offset() + last.length();
  }

  /**
   * The parameter of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Parameter get(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(name)) {
        return parameter;
      }
    }
    throw new IllegalArgumentException("no parameter named " + name);
  }

  /** Lays parameters out one after the other. */
  public static final class Builder {
    private final List<Parameter> parameters = new ArrayList<>();
    private int offset;

    /** Adds a {@code rows x columns} matrix. */
    public Builder matrix(String name, int layer, int rows, int columns) {
      return add(name, layer, rows, columns, true);
    }

    /** Adds a vector. */
    public Builder vector(String name, int layer, int length) {
      return add(name, layer, 1, length, false);
    }

    private Builder add(String name, int layer, int rows, int columns, boolean matrix) {
      parameters.add(new Parameter(name, layer, rows, columns, offset, matrix));
      offset = Math.addExact(offset, Math.multiplyExact(rows, columns));
      return this;
    }

    /** The layout. */
    public ParameterLayout build() {
      return new ParameterLayout(parameters);
    }
  }
}
