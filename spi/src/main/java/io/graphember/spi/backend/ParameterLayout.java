// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.Program;
import io.graphember.spi.model.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where each parameter lies in the one flat float32 buffer of a model; gradients use the same
 * layout. In the place of the gradient of a {@linkplain Parameter#statistic() statistic} lies its
 * value less that of the batch: what it would have to be lessened by to become that.
 *
 * @param parameters in the order of their offsets, without gaps
 */
public record ParameterLayout(List<Parameter> parameters) {

  /**
   * One parameter: a matrix in row-major order; a vector is one row.
   *
   * @param name unique within the model
   * @param layer layer it belongs to; that of a decoder comes after the last
   * @param rows rows
   * @param columns columns
   * @param offset first float in the flat buffer
   * @param initial value around which its first values are drawn
   * @param bound how far they may be from it, uniformly; 0 for a constant
   * @param statistic true if it is a running mean, which has no gradient: {@link Weight#statistic}
   */
  public record Parameter(
      String name,
      int layer,
      int rows,
      int columns,
      int offset,
      double initial,
      double bound,
      boolean statistic) {
    /** Number of floats. */
    public int length() {
      return rows * columns;
    }
  }

  /** Copies the list. */
  public ParameterLayout {
    parameters = List.copyOf(parameters);
  }

  /** Parameters of one layer, in the order of its program's weights. */
  public List<Parameter> of(int layer) {
    return parameters.stream().filter(parameter -> parameter.layer() == layer).toList();
  }

  /** Number of floats of all parameters. */
  public int length() {
    if (parameters.isEmpty()) {
      return 0;
    }
    Parameter last = parameters.get(parameters.size() - 1);
    return last.offset() + last.length();
  }

  /** Places of the floats of all statistics in the flat buffer. */
  public int[] statistics() {
    return parameters.stream()
        .filter(Parameter::statistic)
        .flatMapToInt(p -> IntStream.range(p.offset(), p.offset() + p.length()))
        .toArray();
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

    /**
     * Adds the weights of a program.
     *
     * @param prefix begins the names of its parameters
     * @param layer number of the program
     */
    public Builder add(String prefix, int layer, Program program) {
      for (Weight weight : program.weights()) {
        Parameter parameter =
            new Parameter(
                prefix + weight.name(),
                layer,
                weight.rows(),
                weight.columns(),
                offset,
                weight.initial(),
                weight.bound(),
                weight.statistic());
        parameters.add(parameter);
        offset = Math.addExact(offset, Math.multiplyExact(parameter.rows(), parameter.columns()));
      }
      return this;
    }

    /** The layout. */
    public ParameterLayout build() {
      return new ParameterLayout(parameters);
    }
  }
}
