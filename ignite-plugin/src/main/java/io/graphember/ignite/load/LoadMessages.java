// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import jakarta.inject.Provider;

/** What nodes ask one another of loads that go on elsewhere. */
public final class LoadMessages implements MessageGroup {
  private final Provider<ResumableLoads> loads;

  /**
   * Messages.
   *
   * @param loads made once nodes can ask one another
   */
  @Inject
  LoadMessages(Provider<ResumableLoads> loads) {
    this.loads = loads;
  }

  /** Has a node leave the load of a graph, unless its client is there; true if it is left. */
  record GiveUp(String graph) implements Message<Boolean> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(GiveUp.class, asked -> loads.get().giveUp(asked.graph()));
  }
}
