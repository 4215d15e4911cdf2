// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import org.jspecify.annotations.Nullable;

/**
 * Nodes of a job have left the cluster, or it is to go on on others, which the coordinator makes
 * good; never seen by users.
 */
final class LostNodes extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean moved;

  LostNodes(boolean moved, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.moved = moved;
  }

  /** True if nothing was lost. */
  boolean moved() {
    return moved;
  }
}
