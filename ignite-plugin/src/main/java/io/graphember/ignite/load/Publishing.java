// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.GraphInfo;
import java.util.Optional;

/** Makes a graph that was built the current version of its name. */
@FunctionalInterface
interface Publishing {
  /**
   * Does so.
   *
   * @param base version that was added to; empty for a graph of its own
   * @throws io.graphember.spi.error.GraphemberException if it may not become current any more
   */
  void publish(GraphInfo graph, Optional<GraphInfo> base);
}
