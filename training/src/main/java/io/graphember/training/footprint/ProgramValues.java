// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Space;
import java.util.List;

/**
 * The values of one program for one block: how large each is, what of it is kept for the backward
 * pass, and what is written beside it while it is computed. All in bytes.
 */
final class ProgramValues {
  private static final long FLOAT = Float.BYTES;

  /**
   * Integers of an edge that a sum makes: its destination, and the edges sorted by source for the
   * gradient.
   */
  private static final int INTEGERS_OF_EDGE = 6;

  /** Columns as wide as the scores that a softmax writes: largest, powers, sums, quotients. */
  private static final int SOFTMAX_VALUES = 6;

  private final PassMemory.Step step;
  private final EngineMemory engine;
  private final boolean training;
  private final boolean[] differentiable;
  private final boolean[] saved;

  ProgramValues(PassMemory.Step step, EngineMemory engine, boolean training) {
    this.step = step;
    this.engine = engine;
    this.training = training;
    final int count = step.program().operations().size();
    differentiable = new boolean[count];
    saved = new boolean[count];
    for (int i = 0; i < count; i++) {
      differentiable[i] = training && differentiable(step.program().operation(i));
    }
    for (int i = count - 1; i >= 0; i--) {
      save(i);
    }
  }

  private boolean differentiable(Operation operation) {
    return switch (operation.operator()) {
      case INPUT, AGGREGATED -> step.inputHasGradient();
      case EDGE_FEATURES -> false;
      default ->
          operation.weight() >= 0 || operation.operands().stream().anyMatch(o -> differentiable[o]);
    };
  }

  /** Marks what the gradient of an operation reads. */
  private void save(int number) {
    Operation operation = step.program().operation(number);
    if (!differentiable[number]) {
      return;
    }
    switch (operation.operator()) {
      case RELU,
          ELU,
          SIGMOID,
          TANH,
          ROW_SOFTMAX,
          EDGE_SOFTMAX,
          NEIGHBOR_MAX,
          LAYER_NORM,
          INVERSE_ROOT ->
          saved[number] = true;
      case LINEAR,
          TYPED_LINEAR,
          TYPED_LINEAR_TRANSPOSED,
          MIX_HEADS,
          MULTIPLY,
          WEIGHTED_SUM,
          LEAKY_RELU,
          GELU ->
          operation.operands().forEach(o -> saved[o] = true);
      default -> {
        // Sums, gathers and copies read numbers of rows alone.
      }
    }
    if (operation.operator() == Operator.DESTINATIONS && saved[number]) {
      saved[operation.first()] = true; // the first rows of it
    }
  }

  int count() {
    return saved.length;
  }

  private long size(int number) {
    Operation operation = step.program().operation(number);
    return FLOAT * rows(operation.space()) * operation.columns();
  }

  private long rows(Space space) {
    return step.block().rows(space, step.edgeTypes());
  }

  private boolean isWritten(Operation operation) {
    return switch (operation.operator()) {
      case INPUT, AGGREGATED, EDGE_FEATURES -> engine.copiesInput();
      case ROW -> false;
      case DESTINATIONS -> engine.copiesInput();
      default -> true;
    };
  }

  private long written(int number) {
    return isWritten(step.program().operation(number)) && !step.program().isTypedTerm(number)
        ? size(number)
        : 0;
  }

  /** What of an operation lives from its forward to its backward computation. */
  long kept(int number) {
    Operation operation = step.program().operation(number);
    long bytes = saved[number] || isFed(operation) ? written(number) : 0;
    return bytes + keptBeside(operation);
  }

  /**
   * What of an operation does not outlive its last reader, where its place stays free: smaller
   * values find room in that of a value of edges.
   */
  long freed(int number) {
    Operation operation = step.program().operation(number);
    boolean reused = isOfEdges(number) || isInPlace(number);
    return !engine.keepsFreed() || saved[number] || isFed(operation) || reused
        ? 0
        : written(number);
  }

  private boolean isOfEdges(int number) {
    Space space = step.program().operation(number).space();
    return space == Space.EDGES || space == Space.NEIGHBORHOODS;
  }

  /** True for a product or a sum that the next operation goes on with where it is. */
  private boolean isInPlace(int number) {
    List<Operation> users = step.program().users(number);
    return switch (step.program().operation(number).operator()) {
      case LINEAR -> users.stream().allMatch(user -> user.operator() == Operator.ADD);
      case ADD ->
          users.size() == 1
              && (users.get(0).operator() == Operator.ADD
                  || users.get(0).operator() == Operator.RELU);
      default -> false;
    };
  }

  /**
   * Gradients that taking an operation back leaves behind, where the places of freed values stay
   * free: those of its operands, which a sum only passes on; the product before the gradient of a
   * repeated factor is added up; of a maximum the rows that have edges, and where they came from.
   */
  long freedBackward(int number) {
    if (!engine.keepsFreed() || !differentiable[number] || isOfEdges(number)) {
      return 0;
    }
    Operation operation = step.program().operation(number);
    long bytes = operation.operator() == Operator.NEIGHBOR_MAX ? 2 * size(number) : 0;
    if (operation.operator() == Operator.MULTIPLY && repeats(operation)) {
      bytes += size(number);
    }
    if (operation.operator() != Operator.ADD) {
      for (int operand : operation.operands()) {
        bytes += differentiable[operand] && !isOfEdges(operand) ? size(operand) : 0;
      }
    }
    return bytes;
  }

  private boolean repeats(Operation operation) {
    return step.program().operation(operation.second()).columns() < operation.columns();
  }

  /** What of {@link #kept} is given back to others when the operation has been taken back. */
  long released(int number) {
    return !engine.keepsFreed() || isOfEdges(number) || rowsOfEdges(number) ? kept(number) : 0;
  }

  private boolean rowsOfEdges(int number) {
    Operator operator = step.program().operation(number).operator();
    return operator == Operator.WEIGHTED_SUM || operator == Operator.NEIGHBOR_MAX;
  }

  /** Tensors that are fed live as long as the pass. */
  private boolean isFed(Operation operation) {
    return switch (operation.operator()) {
      case INPUT, AGGREGATED, EDGE_FEATURES -> true;
      default -> false;
    };
  }

  private long keptBeside(Operation operation) {
    return switch (operation.operator()) {
      case DROPOUT -> FLOAT * rows(operation.space()) * operation.columns(); // its mask
      case NEIGHBOR_MEAN, NEIGHBOR_SUM, NEIGHBOR_WEIGHTED_SUM, MEAN_BY_TYPE, EDGE_SUM -> integers();
      case NEIGHBOR_MAX ->
          integers() + (engine.writesEdges() ? ofEdges(operation) : FLOAT * rows(operation));
      case WEIGHTED_SUM -> integers() + (training && gathers(operation) ? ofEdges(operation) : 0);
      case EDGE_SOFTMAX -> SOFTMAX_VALUES * FLOAT * rows(operation);
      case GELU, LAYER_NORM -> training ? 2 * FLOAT * rows(operation) : 0;
      default -> 0;
    };
  }

  /** True if rows of sources are gathered; rows of edges are there already. */
  private boolean gathers(Operation operation) {
    return step.program().operation(operation.first()).space() != Space.EDGES;
  }

  private long rows(Operation operation) {
    return rows(operation.space()) * operation.columns();
  }

  private long integers() {
    return INTEGERS_OF_EDGE * FLOAT * step.block().edges();
  }

  /** Rows of all edges that are as wide as the result. */
  private long ofEdges(Operation operation) {
    return FLOAT * step.block().edges() * columnsOfEdge(operation);
  }

  private int columnsOfEdge(Operation operation) {
    return step.program().operation(operation.first()).columns();
  }

  /** Results that an operation later in the program still reads, this one's among them. */
  long live(int number) {
    long bytes = 0;
    for (int i = 0; i <= number; i++) {
      if (!saved[i]
          && !isFed(step.program().operation(i))
          && (i == number || isReadFrom(i, number))) {
        bytes += written(i);
      } else if (i == number) {
        bytes += kept(i);
      }
    }
    return bytes;
  }

  private boolean isReadFrom(int value, int number) {
    for (int user = number; user < saved.length; user++) {
      if (step.program().operation(user).operands().contains(value)) {
        return true;
      }
    }
    return false;
  }

  /** What is written while an operation is computed, and freed with it. */
  long scratch(int number) {
    Operation operation = step.program().operation(number);
    return switch (operation.operator()) {
      case NEIGHBOR_MEAN, NEIGHBOR_SUM, NEIGHBOR_MAX, MEAN_BY_TYPE ->
          engine.writesEdges() ? ofEdges(operation) : 0;
      case NEIGHBOR_WEIGHTED_SUM -> engine.writesEdges() ? 2 * ofEdges(operation) : 0;
      case WEIGHTED_SUM -> 2 * ofEdges(operation);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> 2 * size(number) + size(operation.first());
      default -> 0;
    };
  }

  /** Gradients that live when an operation is taken back: its own, and those of its operands. */
  long gradients(int number) {
    long bytes = 0;
    for (int i = 0; i < saved.length; i++) {
      boolean counted = !engine.keepsFreed() || isOfEdges(i);
      if (counted && differentiable[i] && i <= number && (i == number || isReadFrom(i, number))) {
        bytes += step.program().operation(i).operator() == Operator.ROW ? 0 : size(i);
      }
    }
    return bytes;
  }

  /** What is written while an operation is taken back, and freed with it. */
  long backwardScratch(int number) {
    Operation operation = step.program().operation(number);
    if (!differentiable[number]) {
      return 0;
    }
    return switch (operation.operator()) {
      case NEIGHBOR_MEAN, NEIGHBOR_SUM, NEIGHBOR_WEIGHTED_SUM, MEAN_BY_TYPE ->
          integers() + (engine.writesEdges() ? 2 * ofEdges(operation) : 0);
      case NEIGHBOR_MAX -> engine.writesEdges() ? 3 * ofEdges(operation) : size(number);
      case EDGE_SUM -> integers() + size(number);
      case WEIGHTED_SUM -> 3 * ofEdges(operation);
      case EDGE_SOFTMAX -> SOFTMAX_VALUES * size(number);
      default -> size(number);
    };
  }
}
