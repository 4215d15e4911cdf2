// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.step;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.StepMail;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/**
 * Brings rows of a step to a node that computes other partitions.
 *
 * <p>Fields that travel, by Ignite's marshaller: the number of the job, its placement epoch, the
 * number of the model whose step it is, who sends (the number of the node among those that
 * compute), the number of the message, and the rows, floats as they lie in memory.
 */
final class StepRowsCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int model;
  private final int host;
  private final long number;
  private final float[] rows;

  StepRowsCall(LiveJob sending, StepMail.Letter letter, float[] rows) {
    this.job = sending.plan().job();
    this.epoch = sending.plan().epoch();
    this.model = letter.model();
    this.host = letter.host();
    this.number = letter.number();
    this.rows = rows;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.STEPS;
  }

  @Override
  public Boolean run() {
    LiveJob live = jobs.get(job, epoch);
    live.work().served(requestKind(), 4L * rows.length);
    live.steps().put(new StepMail.Letter(model, host, number), rows);
    return true;
  }
}
