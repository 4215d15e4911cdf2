// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.share;

import io.graphember.ignite.transport.NodeCall;
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
  protected Boolean run() {
    shares.release(load);
    return true;
  }
}
