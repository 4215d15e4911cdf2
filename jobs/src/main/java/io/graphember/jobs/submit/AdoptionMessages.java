// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.UUID;

/** What nodes are told of jobs that need a coordinator, or another one. */
public final class AdoptionMessages implements MessageGroup {
  private final JobRunner runner;
  private final Dispatcher dispatcher;

  @Inject
  AdoptionMessages(JobRunner runner, Dispatcher dispatcher) {
    this.runner = runner;
    this.dispatcher = dispatcher;
  }

  /** Goes on with a job, if nobody else does. */
  record Adopt(long job, UUID before) implements Message<Done> {}

  /** Begins with a job that waits, if it still does. */
  record Start(long job) implements Message<Done> {}

  /** Looks at the queue, if this node decides. */
  record Look() implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Adopt.class, asked -> runner.adopt(asked.job(), asked.before()));
    handlers.carryOut(Start.class, asked -> runner.start(asked.job()));
    handlers.carryOut(Look.class, asked -> dispatcher.look());
  }
}
