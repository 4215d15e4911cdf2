// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Asks a node how many bytes its data region still takes. */
final class RegionRoomCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  @Override
  protected Long run(NodeParts parts) {
    return parts.room().freeBytes();
  }
}
