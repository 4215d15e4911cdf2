// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
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
  public CutReply run() {
    return shares.cut(load, vertexCounts);
  }
}
