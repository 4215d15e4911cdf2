// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.share;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Brings edges to their share. */
final class StageCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long load;
  private final byte[] piece;

  StageCall(long load, byte[] piece) {
    this.load = load;
    this.piece = piece;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    parts
        .shares()
        .get(load)
        .work(
            edges -> {
              edges.stage(piece);
              return true;
            });
    return true;
  }
}
