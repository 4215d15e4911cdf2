// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks a node how many trainers run on it. */
final class TrainersCall extends NodeCall<Integer> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  @Override
  protected Integer run() {
    return jobs.runningTrainers();
  }
}
