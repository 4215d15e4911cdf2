// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.LoadState;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;

/** A load of a graph on the node that took it. Safe for use by several threads. */
sealed interface Load permits LoadSession, FedLoad {
  /** Who loads the graph; empty if nobody knows. */
  Optional<String> user();

  /** Name of the graph. */
  String graph();

  /** How far it is; who asks is not silent. */
  LoadState state();

  /** Drops what there is of it; a build stops by itself. */
  void abort();

  /** True until the graph is built, or the load has failed or was dropped. */
  boolean open();

  /**
   * Refuses what comes for a load that takes nothing any more.
   *
   * @throws GraphemberException with the error that it has failed with, if it has
   */
  default void requireOpen() {
    final LoadState state = state();
    if (state.error() != null) {
      throw state.error().toException();
    }
    if (!open()) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "The load takes no more pieces: it was committed or dropped.");
    }
  }

  /** Since somebody has asked after it. */
  long idleNanos();
}
