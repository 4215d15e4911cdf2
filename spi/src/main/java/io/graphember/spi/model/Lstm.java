// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.Optional;

/**
 * Long short-term memory (Hochreiter and Schmidhuber, Neural Computation 9, 1997, with the forget
 * gate of Gers and others, 2000): {@code i, f, g, o} are four parts of {@code x W + h U + b}, of
 * which {@code g} passes tanh and the others a sigmoid; {@code c' = f c + i g} and {@code h' = o
 * tanh(c')}. State and memory are zeros at first. All steps have the same weights: {@code _input}
 * W, {@code _state} U, {@code _bias} b.
 *
 * @param <R> rows, each a sequence of its own
 */
public final class Lstm<R extends Rows<R>> {
  private final String weight;
  private final int columns;
  private Optional<R> state = Optional.empty();
  private Optional<R> memory = Optional.empty();

  /**
   * Before the first step.
   *
   * @param weight begins the names of its weights
   * @param columns columns of the state
   */
  public Lstm(String weight, int columns) {
    this.weight = weight;
    this.columns = columns;
  }

  /** The state after one step more. */
  public R next(R rows) {
    R gates = gates(products(rows));
    R sum = sum(gates);
    return move(state(gates, sum), sum);
  }

  /**
   * The state after one step more of those sequences that have one; that of others stays.
   *
   * @param products what {@link #products} gives of the rows
   * @param present a column of 1 and 0: whether there is a step
   */
  public R next(R products, R present) {
    R gates = gates(products);
    R sum = sum(gates);
    return move(changed(state, state(gates, sum), present), changed(memory, sum, present));
  }

  /** {@code x W}: rows that are looked at several times may be multiplied once. */
  public <X extends Rows<X>> X products(X rows) {
    return rows.linearShared(weight + "_input", Math.multiplyExact(4, columns));
  }

  private R gates(R input) {
    return state
        .map(before -> input.plus(before.linearShared(weight + "_state", input.columns())))
        .orElse(input)
        .biasShared(weight + "_bias");
  }

  private R sum(R gates) {
    R added = gate(gates, 0).sigmoid().times(gate(gates, 2).tanh());
    return memory.map(before -> gate(gates, 1).sigmoid().times(before).plus(added)).orElse(added);
  }

  private R state(R gates, R sum) {
    return gate(gates, 3).sigmoid().times(sum.tanh());
  }

  private static <X extends Rows<X>> X changed(Optional<X> before, X after, X present) {
    return before
        .map(old -> old.plus(after.plus(old.scaled(-1)).times(present)))
        .orElseGet(() -> after.times(present));
  }

  private R move(R nextState, R nextMemory) {
    state = Optional.of(nextState);
    memory = Optional.of(nextMemory);
    return nextState;
  }

  private R gate(R gates, int number) {
    return gates.columns(number * columns, columns);
  }
}
