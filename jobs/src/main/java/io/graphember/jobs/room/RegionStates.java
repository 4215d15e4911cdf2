// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import io.graphember.spi.Cancellation;
import java.util.List;

/** How full the data regions of the server nodes are. */
@FunctionalInterface
public interface RegionStates {
  /**
   * Asks all server nodes; those that leave meanwhile are left out. One that is frozen answers when
   * it goes on, or leaves.
   *
   * @param cancellation ends the wait
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.jobs.NodeError#NODE_CALL_FAILED} if one does not answer in time
   */
  List<RegionState> ask(Cancellation cancellation);
}
