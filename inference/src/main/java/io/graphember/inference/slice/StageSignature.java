// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * What a stage of a slice, transform or apply, takes and gives when an engine computes it: the
 * inputs and outputs of its model, in order.
 *
 * <p>Of transform:
 *
 * <ol>
 *   <li>{@code input [rows, in]}: the rows that enter;
 *   <li>{@code vertex_types [rows]}, if it looks at them;
 * </ol>
 *
 * and the outputs {@code shared_0, shared_1, ... [rows, c]}, the values of {@link Slice#shared()},
 * then {@code own_0, ...}, those of {@link Slice#own()}, without the input itself where that is
 * kept. Of apply:
 *
 * <ol>
 *   <li>{@code aggregated_0, ... [rows, c]}: {@link Slice#aggregations()};
 *   <li>{@code self_0, ... [rows, c]}: {@link Slice#selfOperations()};
 *   <li>{@code edge_0, ... [edges, c]}: {@link Slice#edgeRows()}, the rows of the edges' sources;
 *   <li>{@code edge_features [edges, c]};
 *   <li>{@code edge_destinations [edges]}: the row that each edge leads to, never smaller than that
 *       of the edge before;
 *   <li>{@code edge_types [edges]};
 *   <li>{@code vertex_types [rows]};
 *   <li>{@code self_weights [rows, 1]}: the weight of each vertex in its own weighted sum;
 *   <li>{@code destinations [1]}: the number of rows;
 * </ol>
 *
 * each only if the slice has it or looks at it, and the output {@code output [rows, out]}. Rows are
 * 32-bit floats, everything else 64-bit integers but the weights.
 *
 * @param inputs inputs of the model
 * @param outputs its outputs; none where a stage has nothing to compute
 */
public record StageSignature(List<Port> inputs, List<Port> outputs) {
  /** What is in a tensor. */
  public enum Content {
    /** Floats, a row for each vertex. */
    ROWS,
    /** Floats, a row for each edge. */
    EDGE_ROWS,
    /** One float for each vertex. */
    SELF_WEIGHTS,
    /** One integer for each vertex. */
    VERTEX_TYPES,
    /** One integer for each edge. */
    EDGE_TYPES,
    /** One integer for each edge. */
    EDGE_DESTINATIONS,
    /** One integer. */
    DESTINATIONS;

    /** True if a value of the batch is in it. */
    public boolean holdsValue() {
      return this == ROWS || this == EDGE_ROWS;
    }

    /** True if it has something for each edge. */
    public boolean ofEdges() {
      return this == EDGE_ROWS || this == EDGE_TYPES || this == EDGE_DESTINATIONS;
    }
  }

  /**
   * One input or output.
   *
   * @param value the value of the batch, -1 for what is no value
   * @param columns floats of a row, 1 for what is no value
   */
  public record Port(String name, Content content, int value, int columns) {}

  /** Copies the lists. */
  public StageSignature {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /**
   * The same by other names; inputs and outputs beyond the names are left out.
   *
   * @param ofInputs names of the first inputs, no more than there are
   * @param ofOutputs names of the first outputs, no more than there are
   */
  public StageSignature named(List<String> ofInputs, List<String> ofOutputs) {
    return new StageSignature(renamed(inputs, ofInputs), renamed(outputs, ofOutputs));
  }

  private static List<Port> renamed(List<Port> ports, List<String> names) {
    List<Port> named = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Port port = ports.get(i);
      named.add(new Port(names.get(i), port.content(), port.value(), port.columns()));
    }
    return named;
  }

  /** Of the transform of a slice; without outputs if all that is kept is the input. */
  public static StageSignature ofTransform(Slice slice) {
    Program program = slice.program();
    Ports inputs = new Ports(program);
    Ports outputs = new Ports(program);
    for (int value : slice.transform()) {
      if (program.operation(value).operator() == Operator.INPUT) {
        inputs.value("input", Content.ROWS, value);
      }
    }
    inputs.sides(slice.transform());
    outputs.values("shared_", Content.ROWS, withoutInput(program, slice.shared().values()));
    outputs.values("own_", Content.ROWS, withoutInput(program, slice.own().values()));
    return new StageSignature(inputs.all, outputs.all);
  }

  private static List<Integer> withoutInput(Program program, List<Integer> values) {
    return values.stream()
        .filter(value -> program.operation(value).operator() != Operator.INPUT)
        .toList();
  }

  /** Of the apply of a slice. */
  public static StageSignature ofApply(Slice slice) {
    Program program = slice.program();
    Ports inputs = new Ports(program);
    inputs.values("aggregated_", Content.ROWS, slice.aggregations());
    inputs.values("self_", Content.ROWS, List.copyOf(slice.selfOperations()));
    inputs.values("edge_", Content.EDGE_ROWS, slice.edgeRows());
    for (int value : slice.apply()) {
      if (program.operation(value).operator() == Operator.EDGE_FEATURES) {
        inputs.value("edge_features", Content.EDGE_ROWS, value);
      }
    }
    inputs.sides(slice.apply());
    Ports outputs = new Ports(program);
    outputs.value("output", Content.ROWS, program.operations().size() - 1);
    return new StageSignature(inputs.all, outputs.all);
  }

  /** Collects ports. */
  private static final class Ports {
    private final Program program;
    private final List<Port> all = new ArrayList<>();

    Ports(Program program) {
      this.program = program;
    }

    void value(String name, Content content, int value) {
      all.add(new Port(name, content, value, program.operation(value).columns()));
    }

    void values(String prefix, Content content, List<Integer> values) {
      for (int i = 0; i < values.size(); i++) {
        value(prefix + i, content, values.get(i));
      }
    }

    /** What operations look at beside values. */
    void sides(List<Integer> stage) {
      boolean sums =
          uses(stage, Operator.EDGE_SOFTMAX)
              || uses(stage, Operator.WEIGHTED_SUM)
              || uses(stage, Operator.EDGE_SUM)
              || uses(stage, Operator.NTH_NEIGHBOR)
              || uses(stage, Operator.HAS_NEIGHBOR)
              || uses(stage, Operator.SUM_OF_NEIGHBORHOODS);
      side(
          "edge_destinations",
          Content.EDGE_DESTINATIONS,
          sums
              || uses(stage, Operator.DESTINATION_OF_EDGE)
              || uses(stage, Operator.NEIGHBORHOOD_OF_EDGE));
      side("edge_types", Content.EDGE_TYPES, usesTypes(stage, true));
      side("vertex_types", Content.VERTEX_TYPES, usesTypes(stage, false));
      side("self_weights", Content.SELF_WEIGHTS, uses(stage, Operator.SELF_WEIGHTED));
      side("destinations", Content.DESTINATIONS, sums);
    }

    private void side(String name, Content content, boolean used) {
      if (used) {
        all.add(new Port(name, content, -1, 1));
      }
    }

    private boolean uses(List<Integer> stage, Operator operator) {
      return stage.stream().anyMatch(value -> program.operation(value).operator() == operator);
    }

    private boolean usesTypes(List<Integer> stage, boolean ofEdges) {
      return stage.stream().map(program::operation).anyMatch(o -> usesTypes(o, ofEdges));
    }

    private static boolean usesTypes(Operation operation, boolean ofEdges) {
      if (operation.space() == Space.NEIGHBORHOODS) {
        return ofEdges;
      }
      boolean typed =
          operation.operator() == Operator.TYPED_LINEAR
              || operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED
              || operation.operator() == Operator.TYPE_ROW;
      return typed && (operation.space() == Space.EDGES) == ofEdges;
    }
  }
}
