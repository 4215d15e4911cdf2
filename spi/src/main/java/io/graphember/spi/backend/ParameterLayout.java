// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.Program;
import io.graphember.spi.model.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where each parameter lies in the one flat float32 buffer of a model; gradients use the same
 * layout. In the place of the gradient of a {@linkplain Parameter#statistic() statistic} lies its
 * value less that of the batch: what it would have to be lessened by to become that.
 *
 * @param parameters in the order of their offsets, without gaps; one that layers share is one
 * @param programs of each layer its parameters, in the order of its program's weights, and those of
 *     a decoder after the last
 */
public record ParameterLayout(List<Parameter> parameters, List<List<Parameter>> programs) {
  /** Begins the names of parameters that layers share. */
  public static final String SHARED = "shared.";

  /**
   * One parameter: a matrix in row-major order; a vector is one row.
   *
   * @param name unique within the model
   * @param rows rows
   * @param columns columns
   * @param offset first float in the flat buffer
   * @param initial value around which its first values are drawn
   * @param bound how far they may be from it, uniformly; 0 for a constant
   * @param statistic true if it is a running mean, which has no gradient: {@link Weight#statistic}
   */
  public record Parameter(
      String name,
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

  /** Copies the lists. */
  public ParameterLayout {
    parameters = List.copyOf(parameters);
    programs = programs.stream().map(List::copyOf).toList();
  }

  /**
   * Parameters of one layer, in the order of its program's weights. Those that layers share are in
   * the list of each.
   *
   * @param layer its number; a decoder comes after the last
   */
  public List<Parameter> of(int layer) {
    return programs.get(layer);
  }

  /** Place among all parameters of a weight of a layer's program. */
  public int number(int layer, int weight) {
    return parameters.indexOf(of(layer).get(weight));
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
    private final List<List<Parameter>> programs = new ArrayList<>();
    private final Map<Weight, Parameter> shared = new HashMap<>();
    private int offset;

    /**
     * Adds the weights of the next program; those that it shares with one before lie there.
     *
     * @param prefix begins the names of its own parameters
     * @throws IllegalArgumentException if it shares a weight that has another shape there
     */
    public Builder add(String prefix, Program program) {
      List<Parameter> own = new ArrayList<>();
      for (Weight weight : program.weights()) {
        own.add(
            weight.shared()
                ? shared.computeIfAbsent(weight, this::placeShared)
                : place(prefix + weight.name(), weight));
      }
      programs.add(own);
      return this;
    }

    private Parameter placeShared(Weight weight) {
      final String name = SHARED + weight.name();
      if (parameters.stream().anyMatch(other -> other.name().equals(name))) {
        throw new IllegalArgumentException(
            "layers share %s, but not its shape and first values: name the parts differently"
                .formatted(name));
      }
      return place(name, weight);
    }

    private Parameter place(String name, Weight weight) {
      Parameter parameter =
          new Parameter(
              name,
              weight.rows(),
              weight.columns(),
              offset,
              weight.initial(),
              weight.bound(),
              weight.statistic());
      parameters.add(parameter);
      offset = Math.addExact(offset, Math.multiplyExact(weight.rows(), weight.columns()));
      return parameter;
    }

    /** The layout. */
    public ParameterLayout build() {
      return new ParameterLayout(parameters, programs);
    }
  }
}
