// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import org.jspecify.annotations.Nullable;

/**
 * How work has ended, as its client knows.
 *
 * @param failure why it failed; null if the cluster has said that it is done
 * @param seconds that it took
 */
record Outcome(@Nullable String failure, double seconds) {
  /** Nobody has heard of its end, since the client was killed. */
  static final String CLIENT_KILLED = "the client was killed";

  /** True if the cluster has said that the work has failed. */
  boolean refused() {
    return failure != null && !failure.startsWith(CLIENT_KILLED);
  }

  /** True if the cluster has said that it is done. */
  boolean done() {
    return failure == null;
  }
}
