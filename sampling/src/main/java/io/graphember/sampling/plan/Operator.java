// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.plan;

import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.NegativeRule;
import io.graphember.sampling.op.WalkRule;
import java.util.List;

/** An operator of a plan: its number in the plan, and the operators whose results it takes. */
public sealed interface Operator {
  /** Number in the plan, from 0; larger than those of its inputs. */
  int id();

  /** Numbers of the operators whose results it takes. */
  List<Integer> inputs();

  /** The vertices that a batch starts from. */
  record Seeds(int id) implements Operator {
    @Override
    public List<Integer> inputs() {
      return List.of();
    }
  }

  /**
   * One vertex for each seed that is to lie close to it: the end of a walk. A seed without one is
   * left out of the batch.
   */
  record Positives(int id, List<Integer> inputs, WalkRule rule) implements Operator {}

  /** Vertices for each seed that are to lie far from it. */
  record Negatives(int id, List<Integer> inputs, NegativeRule rule) implements Operator {}

  /**
   * One hop of the neighbourhoods.
   *
   * @param excludePositives true if the edges between seeds and positives are not met
   */
  record Hop(int id, List<Integer> inputs, List<EdgeRule> rules, boolean excludePositives)
      implements Operator {}

  /** The rows of all vertices that its inputs reach, fetched as soon as each is there. */
  record Features(int id, List<Integer> inputs) implements Operator {}
}
