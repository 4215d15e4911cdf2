// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.List;
import java.util.Map;

/**
 * What work gives that nothing disturbs.
 *
 * @param digest of its result; of a load that of a job on the graph
 * @param seconds that it takes
 */
record Expected(Digest digest, double seconds) {
  /** Of a drop. */
  static final Expected NOTHING = new Expected(new Digest(List.of(), List.of(), "", Map.of()), 1);
}
