// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import java.util.UUID;

/** What other nodes and clients may tell or ask a job that a node coordinates. */
public interface CoordinatedJob {
  /** Its state. */
  JobMonitor monitor();

  /** Asks it to stop. */
  void cancel();

  /** Stops its work here; another node goes on with it. */
  void leave();

  /** An engine does not come back. */
  void stalled(String why);

  /** A node infers. */
  void inferred(UUID node, int layer, long masters);
}
