// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Frees a share. */
final class ReleaseShareCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;

  ReleaseShareCall(long load) {
    this.load = load;
  }

  @Override
  public Boolean run() {
    shares.release(load);
    return true;
  }
}
