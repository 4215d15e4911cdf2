// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks a node how many trainers run on it. */
final class TrainersCall extends NodeCall<Integer> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  @Override
  public Integer run() {
    return jobs.runningTrainers();
  }
}
