// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Opens a share on its node. */
final class OpenShareCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final SharePlan plan;
  private final int share;

  OpenShareCall(SharePlan plan, int share) {
    this.plan = plan;
    this.share = share;
  }

  @Override
  public Boolean run() {
    shares.open(plan, share);
    return true;
  }
}
