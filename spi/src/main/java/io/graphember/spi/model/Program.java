// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A layer or a decoder as operations, each on results of earlier ones; the result of the last is
 * the output. Immutable. Written with the stages {@link Sources}, {@link Edges}, {@link
 * Destinations} and {@link Pairs}; read by backends, which compute or print it operation by
 * operation.
 *
 * @param operations in an order in which they can be computed
 * @param weights parameters in the order of their layout
 */
public record Program(List<Operation> operations, List<Weight> weights) {
  /** Operators that add up what the input rows of neighbours are, and nothing else. */
  private static final Set<Operator> AGGREGATORS =
      EnumSet.of(Operator.NEIGHBOR_MEAN, Operator.NEIGHBOR_SUM, Operator.NEIGHBOR_WEIGHTED_SUM);

  /** Checks that operations name earlier ones, and weights that exist. */
  public Program {
    operations = List.copyOf(operations);
    weights = List.copyOf(weights);
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("a program has at least one operation");
    }
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      for (int operand : operation.operands()) {
        if (operand < 0 || operand >= i) {
          throw new IllegalArgumentException("operation %d uses %d".formatted(i, operand));
        }
      }
      if (operation.weight() >= weights.size()) {
        throw new IllegalArgumentException("no weight " + operation.weight());
      }
    }
  }

  /** The operation whose result is the output. */
  public Operation output() {
    return operations.get(operations.size() - 1);
  }

  /** The operation of an operand. */
  public Operation operation(int number) {
    return operations.get(number);
  }

  /** The operations that look at a value. */
  public List<Operation> users(int number) {
    return operations.stream().filter(user -> user.operands().contains(number)).toList();
  }

  /**
   * True for the sum of a product by type and a row of each type that nothing else looks at: an
   * engine may add the row of a type while it multiplies the rows of that type.
   */
  public boolean isTypedSum(Operation operation) {
    return operation.operator() == Operator.ADD
        && operation(operation.first()).operator() == Operator.TYPED_LINEAR
        && operation(operation.second()).operator() == Operator.TYPE_ROW
        && operation(operation.second()).columns() == operation.columns()
        && users(operation.first()).size() == 1
        && users(operation.second()).size() == 1;
  }

  /** True if the value is a term of a {@linkplain #isTypedSum typed sum}. */
  public boolean isTypedTerm(int number) {
    return users(number).stream().anyMatch(this::isTypedSum);
  }

  /** True if the operator is used. */
  public boolean uses(Operator operator) {
    return operations.stream().anyMatch(operation -> operation.operator() == operator);
  }

  /** True if the operator is used on that space. */
  public boolean uses(Operator operator, Space space) {
    return operations.stream()
        .anyMatch(operation -> operation.operator() == operator && operation.space() == space);
  }

  /** Columns of the edge features that it uses, 0 for none. */
  public int edgeFeatures() {
    return operations.stream()
        .filter(operation -> operation.operator() == Operator.EDGE_FEATURES)
        .mapToInt(Operation::columns)
        .max()
        .orElse(0);
  }

  /**
   * True if it looks at single edges: a value has rows of edges or of neighbourhoods, or follows
   * from the order of edges.
   */
  public boolean usesEdges() {
    return usesOrder()
        || operations.stream()
            .anyMatch(o -> o.space() == Space.EDGES || o.space() == Space.NEIGHBORHOODS);
  }

  /**
   * True if it looks at neighbours one after the other: whoever makes the blocks puts the edges of
   * each destination in order, by type if the model looks at types of edges, then by the id of
   * their source. Parallel edges have the same row, so nothing depends on which of them is first.
   */
  public boolean usesOrder() {
    return uses(Operator.NTH_NEIGHBOR) || uses(Operator.HAS_NEIGHBOR);
  }

  /** True if it looks at the types of edges. */
  public boolean usesEdgeTypes() {
    return uses(Operator.MEAN_BY_TYPE)
        || operations.stream().anyMatch(o -> o.space() == Space.NEIGHBORHOODS)
        || usesTypes(Space.EDGES);
  }

  /** True if it looks at the types of vertices. */
  public boolean usesVertexTypes() {
    return EnumSet.of(Space.SOURCES, Space.DESTINATIONS).stream().anyMatch(this::usesTypes);
  }

  /** True if it looks at the relations of pairs. */
  public boolean usesRelations() {
    return usesTypes(Space.PAIRS);
  }

  private boolean usesTypes(Space space) {
    return uses(Operator.TYPED_LINEAR, space)
        || uses(Operator.TYPED_LINEAR_TRANSPOSED, space)
        || uses(Operator.TYPE_ROW, space);
  }

  /**
   * How the neighbours' input rows may be aggregated where they are (push-down): by that operator,
   * if the input is used for the destinations' own rows and by one such operator and in no other
   * way.
   */
  public Optional<Operator> aggregator() {
    return typedAggregator().map(Operation::operator).filter(AGGREGATORS::contains);
  }

  /**
   * How the neighbours' input rows may be aggregated before the layer is computed: by an {@link
   * #aggregator()}, or by a mean for each edge type apart.
   */
  public Optional<Operation> typedAggregator() {
    Set<Operation> users = inputUsers();
    users.removeIf(user -> user.operator() == Operator.DESTINATIONS);
    return users.size() == 1
        ? users.stream()
            .filter(
                user ->
                    AGGREGATORS.contains(user.operator())
                        || user.operator() == Operator.MEAN_BY_TYPE)
            .findFirst()
        : Optional.empty();
  }

  private Set<Operation> inputUsers() {
    Set<Operation> users = new HashSet<>();
    for (int i = 0; i < operations.size(); i++) {
      if (operations.get(i).operator() == Operator.INPUT) {
        users.addAll(users(i));
      }
    }
    return users;
  }

  /** The same program without dropout, with statistics in the place of what batches have. */
  public Program inEvaluation() {
    return new Rewriting(this).inEvaluation();
  }

  /**
   * The dropout that all of the input passes before anything else is made of it; empty if there is
   * none, or other operations look at the input too.
   */
  public Optional<Operation> inputDropout() {
    Set<Operation> users = inputUsers();
    return users.size() == 1
        ? users.stream().filter(user -> user.operator() == Operator.DROPOUT).findFirst()
        : Optional.empty();
  }

  /** The same without its {@link #inputDropout()}, for rows that have passed it already. */
  public Program withoutInputDropout() {
    return inputDropout().isPresent() ? new Rewriting(this).withoutInputDropout() : this;
  }

  /**
   * The product that the layer makes of all sources' rows, if it makes nothing else of them: {@code
   * r = x W}. Sums of rows, and rows times one learned number, are made of the product then.
   */
  public Optional<Operation> projection() {
    Program first = new Rewriting(this).inputProductFirst();
    return new Rewriting(first).projection().stream().mapToObj(first::operation).findFirst();
  }

  /**
   * The rest of the layer: {@link Operator#INPUT} is the product.
   *
   * @throws java.util.NoSuchElementException if it has no {@link #projection()}
   */
  public Program afterProjection() {
    Program first = new Rewriting(this).inputProductFirst();
    return first.after(new Rewriting(first).projection().orElseThrow());
  }

  /**
   * The same layer for aggregated input: {@link Operator#INPUT} are the rows of the destinations,
   * {@link Operator#AGGREGATED} what its {@link #typedAggregator()} gives.
   *
   * @throws IllegalArgumentException if it has no aggregator
   */
  public Program aggregated() {
    if (typedAggregator().isEmpty()) {
      throw new IllegalArgumentException("the layer does not take aggregated input");
    }
    return new Rewriting(this).aggregated();
  }

  /** The same from a value on, which takes the place of the input. */
  public Program after(int value) {
    return new Rewriting(this).after(value);
  }

  /**
   * The same with products before sums: where the rows of neighbours are added up and multiplied by
   * a matrix, all sources are multiplied first and rows of the product are added up. Both are
   * linear, so the result is the same but for rounding. The program itself if there is nothing to
   * change.
   */
  public Program productFirst() {
    return new Rewriting(this).productFirst();
  }

  /**
   * True if {@link #productFirst()} costs less for a block of that shape: it multiplies more rows,
   * but adds up narrower ones if the product is narrower. A function of the shapes alone, so that
   * results repeat.
   */
  public boolean productFirstIsCheaper(long destinations, long sources, long edges) {
    return new Rewriting(this).productFirstIsCheaper(destinations, sources, edges);
  }
}
