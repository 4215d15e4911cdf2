// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.share;

import io.graphember.ignite.transport.NodeCall;
import jakarta.inject.Inject;

/** Cuts a share together with the others. */
final class CutCall extends NodeCall<CutReply> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;
  private final int[] vertexCounts;

  CutCall(long load, int[] vertexCounts) {
    this.load = load;
    this.vertexCounts = vertexCounts;
  }

  @Override
  protected CutReply run() {
    return shares.cut(load, vertexCounts);
  }
}
