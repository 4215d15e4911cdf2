// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import org.jspecify.annotations.Nullable;

/** Nodes of a job have left the cluster, which the coordinator makes good; never seen by users. */
final class LostNodes extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LostNodes(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
