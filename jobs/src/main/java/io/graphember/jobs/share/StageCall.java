// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Brings edges to their share. */
final class StageCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;
  private final byte[] piece;

  StageCall(long load, byte[] piece) {
    this.load = load;
    this.piece = piece;
  }

  @Override
  public Boolean run() {
    shares
        .get(load)
        .work(
            edges -> {
              edges.stage(piece);
              return true;
            });
    return true;
  }
}
