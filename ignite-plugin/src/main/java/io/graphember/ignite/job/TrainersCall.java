// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Asks a node how many trainers run on it. */
final class TrainersCall extends NodeCall<Integer> {
  private static final long serialVersionUID = 1L;

  @Override
  protected Integer run(NodeParts parts) {
    return parts.live().runningTrainers();
  }
}
