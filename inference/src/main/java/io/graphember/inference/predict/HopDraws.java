// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.spi.CounterRandom;
import java.util.List;

/**
 * How many in-neighbours of a vertex are looked at in each hop. A draw depends on seed, hop and
 * vertex alone, so the same vertices are looked at wherever partitions lie and whatever else is
 * computed with them. Immutable.
 *
 * @param fanouts most in-neighbours of each hop, the hop next to the asked vertices first,
 *     positive; empty for all in-neighbours of every hop
 * @param seed of the draws
 */
public record HopDraws(List<Integer> fanouts, long seed) {
  /** All in-neighbours. */
  public static final HopDraws ALL = new HopDraws(List.of(), 0);

  /** Copies the list. */
  public HopDraws {
    fanouts = List.copyOf(fanouts);
  }

  /** True if all in-neighbours are looked at. */
  public boolean all() {
    return fanouts.isEmpty();
  }

  /** Most in-neighbours of a vertex. */
  int fanout(int hop) {
    return all() ? Integer.MAX_VALUE : fanouts.get(hop);
  }

  /** Key of a vertex's stream. */
  long key(int hop, long vid) {
    return CounterRandom.child(seed, hop, vid);
  }
}
