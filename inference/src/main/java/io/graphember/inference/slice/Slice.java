// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.kernels.MatMul;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * One layer of a model as whole-graph inference computes it: its program, cut where it looks at
 * other vertices.
 *
 * <ol>
 *   <li><em>transform</em>: of a vertex's input row, what is kept of the vertex: the values that
 *       its neighbours read ({@link #shared()}) and those that only it reads itself ({@link
 *       #own()});
 *   <li><em>aggregate</em>: what {@link #aggregations()} give of the shared rows of all neighbours,
 *       and to each edge the row of its source, {@link #edgeRows()};
 *   <li><em>apply</em>: the output row.
 * </ol>
 *
 * <p>Where a sum of neighbours is multiplied by a matrix and the product is narrower, the rows are
 * multiplied first: narrower rows are kept, sent and added. Every vertex is transformed once, since
 * what is kept is the widest that its neighbours ask for, not what each edge does.
 *
 * <p>Immutable.
 */
public final class Slice {
  private final Program program;
  private final int layer;
  private final List<Integer> aggregations;
  private final List<Integer> edgeRows;
  private final TreeMap<Integer, Integer> selfValues; // operation, value that is kept for it
  private final RowLayout shared;
  private final RowLayout own;
  private final List<Integer> transform;
  private final List<Integer> apply;

  private Slice(Program program, int layer) {
    this.program = program;
    this.layer = layer;
    boolean[] live = live(program);
    aggregations = new ArrayList<>();
    TreeSet<Integer> read = new TreeSet<>();
    TreeSet<Integer> readByEdges = new TreeSet<>();
    for (int i = 0; i < live.length; i++) {
      Operation operation = program.operation(i);
      if (live[i] && operation.operator().aggregatesNeighbors()) {
        aggregations.add(i);
        read.add(operation.first());
      } else if (live[i] && readsEdgeRows(operation)) {
        readByEdges.add(operation.first());
      }
    }
    read.addAll(readByEdges);
    edgeRows = List.copyOf(readByEdges);
    shared = RowLayout.of(program, List.copyOf(read));
    selfValues = selfValues(live);
    own =
        RowLayout.of(
            program,
            selfValues.values().stream().distinct().filter(v -> !shared.has(v)).sorted().toList());
    transform = transformed();
    apply = applied();
  }

  /**
   * The slices of a model, layer 0 first.
   *
   * @throws IllegalArgumentException if the options of the model do not fit its widths
   */
  public static List<Slice> of(ModelSpec spec) {
    return IntStream.range(0, spec.layers()).mapToObj(k -> of(spec.program(k), k)).toList();
  }

  /**
   * The slices of a model for few vertices that have many neighbours, layer 0 first: rows of
   * neighbours are added up as they enter, and only sums are multiplied.
   */
  public static List<Slice> ofFew(ModelSpec spec) {
    return IntStream.range(0, spec.layers())
        .mapToObj(k -> new Slice(spec.program(k).inEvaluation(), k))
        .toList();
  }

  /** A slice that is cut as it says. */
  private Slice(
      Program program,
      int layer,
      List<Integer> aggregations,
      List<Integer> edgeRows,
      TreeMap<Integer, Integer> selfValues,
      int sharedValue,
      List<Integer> ownValues) {
    this.program = program;
    this.layer = layer;
    this.aggregations = aggregations;
    this.edgeRows = edgeRows;
    this.selfValues = selfValues;
    shared = RowLayout.of(program, List.of(sharedValue));
    own = RowLayout.of(program, ownValues);
    transform = transformed();
    apply = applied();
  }

  /**
   * A slice whose dense parts are models from elsewhere. Its program has their shapes and is not
   * computed: where it says {@link Operator#LINEAR} without a weight, a model is.
   */
  public static Slice of(SliceShape shape, int number) {
    List<Operation> operations = new ArrayList<>();
    operations.add(stage(Operator.INPUT, Space.SOURCES, shape.input()));
    if (shape.shared() > 0) {
      operations.add(stage(Operator.LINEAR, Space.SOURCES, shape.shared(), 0));
    }
    final int shared = operations.size() - 1;
    if (shape.own() > 0) {
      operations.add(stage(Operator.LINEAR, Space.SOURCES, shape.own(), 0));
    }
    final int read =
        switch (shape.self()) {
          case INPUT -> 0;
          case SHARED -> shared;
          case OWN -> operations.size() - 1;
        };
    final int columns = operations.get(read).columns();
    operations.add(stage(shape.aggregator(), Space.DESTINATIONS, shape.aggregated(), shared));
    final int aggregated = operations.size() - 1;
    operations.add(stage(Operator.DESTINATIONS, Space.DESTINATIONS, columns, read));
    final int self = operations.size() - 1;
    if (shape.aggregator() == Operator.NEIGHBOR_WEIGHTED_SUM) {
      operations.add(stage(Operator.SELF_WEIGHTED, Space.DESTINATIONS, columns, self));
    }
    operations.add(
        stage(
            Operator.LINEAR,
            Space.DESTINATIONS,
            shape.output(),
            aggregated,
            operations.size() - 1));
    return new Slice(
        new Program(operations, List.of()),
        number,
        List.of(aggregated),
        List.of(),
        new TreeMap<>(Map.of(self, read)),
        shared,
        read == shared ? List.of() : List.of(read));
  }

  private static Operation stage(Operator operator, Space space, int columns, Integer... operands) {
    return new Operation(operator, space, columns, List.of(operands), -1, -1, 0);
  }

  /** The slice of one layer. */
  static Slice of(Program layer, int number) {
    Program program = layer.inEvaluation();
    // Rows of all vertices enter and leave, so only the widths decide.
    return new Slice(
        program.productFirstIsCheaper(1, 1, 1) ? program.productFirst() : program, number);
  }

  private boolean readsEdgeRows(Operation operation) {
    return operation.operator() == Operator.SOURCE_OF_EDGE
        || operation.operator() == Operator.NTH_NEIGHBOR
        || operation.operator() == Operator.WEIGHTED_SUM
            && program.operation(operation.first()).space() == Space.SOURCES;
  }

  private static boolean[] live(Program program) {
    boolean[] live = new boolean[program.operations().size()];
    live[live.length - 1] = true;
    for (int i = live.length - 1; i >= 0; i--) {
      if (live[i]) {
        program.operation(i).operands().forEach(operand -> live[operand] = true);
      }
    }
    return live;
  }

  /**
   * What apply reads of the destination itself, and the kept value that it is: either its rows as
   * they enter, or what can be computed of them without neighbours, whichever is narrower to keep.
   */
  private TreeMap<Integer, Integer> selfValues(boolean[] live) {
    TreeMap<Integer, Integer> late = new TreeMap<>();
    TreeMap<Integer, Integer> early = new TreeMap<>();
    boolean[] alone = alone();
    for (int i = 0; i < live.length; i++) {
      if (!live[i]) {
        continue;
      }
      if (program.operation(i).operator() == Operator.DESTINATIONS) {
        late.put(i, kept(i));
      }
      if (alone[i] && i == live.length - 1) {
        early.put(i, kept(i));
      }
      for (int operand : program.operation(i).operands()) {
        if (alone[operand] && !alone[i]) {
          early.put(operand, kept(operand));
        }
      }
    }
    return width(early) < width(late) ? early : late;
  }

  private int kept(int operation) {
    Operation self = program.operation(operation);
    return self.operator() == Operator.DESTINATIONS ? self.first() : operation;
  }

  /** Which values of destinations follow from their own rows. */
  private boolean[] alone() {
    boolean[] alone = new boolean[program.operations().size()];
    boolean[] constant = new boolean[alone.length];
    for (int i = 0; i < alone.length; i++) {
      Operation operation = program.operation(i);
      boolean rowwise =
          operation.space() == Space.DESTINATIONS
              && operation.operator() != Operator.SELF_WEIGHTED
              && operation.operator() != Operator.WEIGHTED_SUM
              && operation.operator() != Operator.HAS_NEIGHBOR
              && !operation.operator().aggregatesNeighbors();
      constant[i] =
          operation.space() == Space.ONE
              || rowwise && operation.operands().stream().allMatch(operand -> constant[operand]);
      alone[i] =
          operation.operator() == Operator.DESTINATIONS
              || rowwise
                  && !constant[i]
                  && operation.operands().stream().allMatch(o -> alone[o] || constant[o]);
    }
    return alone;
  }

  private long width(TreeMap<Integer, Integer> values) {
    return values.values().stream()
        .distinct()
        .filter(value -> !shared.has(value))
        .mapToLong(value -> MatMul.stride(program.operation(value).columns()))
        .sum();
  }

  private List<Integer> transformed() {
    TreeSet<Integer> needed = new TreeSet<>();
    shared.values().forEach(value -> need(value, Set.of(), needed));
    own.values().forEach(value -> need(value, Set.of(), needed));
    return List.copyOf(needed);
  }

  private List<Integer> applied() {
    TreeSet<Integer> given = new TreeSet<>(aggregations);
    given.addAll(selfValues.keySet());
    given.addAll(edgeRows);
    TreeSet<Integer> needed = new TreeSet<>();
    need(program.operations().size() - 1, given, needed);
    return List.copyOf(needed);
  }

  private void need(int value, Set<Integer> given, Set<Integer> needed) {
    if (!given.contains(value) && needed.add(value)) {
      program.operation(value).operands().forEach(operand -> need(operand, given, needed));
    }
  }

  /** Number of the layer. */
  public int layer() {
    return layer;
  }

  /** What is computed. */
  public Program program() {
    return program;
  }

  /** What is kept of a vertex for its neighbours, and for itself where it is the same. */
  public RowLayout shared() {
    return shared;
  }

  /** What is kept of a vertex for itself alone. */
  public RowLayout own() {
    return own;
  }

  /** Operations that aggregate shared values of all neighbours. */
  public List<Integer> aggregations() {
    return aggregations;
  }

  /** Shared values whose row is given to each edge of a vertex. */
  public List<Integer> edgeRows() {
    return edgeRows;
  }

  /**
   * True if the rows that enter are kept as they are, so that there is nothing to transform: they
   * are what neighbours read, and all that a vertex reads itself.
   */
  public boolean keepsInput() {
    return own.isEmpty()
        && shared.values().size() == 1
        && program.operation(shared.values().get(0)).operator() == Operator.INPUT;
  }

  /** Operations of transform, in order; the first is the input. */
  public List<Integer> transform() {
    return transform;
  }

  /** Operations of apply, in order; the last is the output. */
  public List<Integer> apply() {
    return apply;
  }

  /** Operations whose result apply is given of the destination itself. */
  public Set<Integer> selfOperations() {
    return selfValues.keySet();
  }

  /** The kept value that is the result of such an operation. */
  public int selfValue(int operation) {
    return Objects.requireNonNull(selfValues.get(operation), "apply is not given the operation");
  }
}
