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
final class Lstm<R extends Rows<R>> {
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
  Lstm(String weight, int columns) {
    this.weight = weight;
    this.columns = columns;
  }

  /** The state after one step more. */
  R next(R rows) {
    final int all = Math.multiplyExact(4, columns);
    R input = rows.linearShared(weight + "_input", all);
    R gates =
        state
            .map(before -> input.plus(before.linearShared(weight + "_state", all)))
            .orElse(input)
            .biasShared(weight + "_bias");
    R added = gate(gates, 0).sigmoid().times(gate(gates, 2).tanh());
    R sum = memory.map(before -> gate(gates, 1).sigmoid().times(before).plus(added)).orElse(added);
    R next = gate(gates, 3).sigmoid().times(sum.tanh());
    state = Optional.of(next);
    memory = Optional.of(sum);
    return next;
  }

  private R gate(R gates, int number) {
    return gates.columns(number * columns, columns);
  }
}
