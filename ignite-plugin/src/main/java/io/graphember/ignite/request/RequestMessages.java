// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;

/** What nodes are told of requests. */
public final class RequestMessages implements MessageGroup {
  private final RequestTaker taker;

  @Inject
  RequestMessages(RequestTaker taker) {
    this.taker = taker;
  }

  /** Takes up a request, if nobody has. */
  record Take(String name) implements Message<Done> {}

  /** Stops what the node does for a request. */
  record Stop(String name) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Take.class, asked -> taker.take(asked.name()));
    handlers.carryOut(Stop.class, asked -> taker.stop(asked.name()));
  }
}
