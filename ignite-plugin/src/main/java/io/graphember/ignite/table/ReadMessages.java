// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.UUID;

/** What is asked of the nodes that read their parts of a cache. */
public final class ReadMessages implements MessageGroup {
  private final LocalReads reads;

  @Inject
  ReadMessages(LocalReads reads) {
    this.reads = reads;
  }

  /** Begins to read. */
  record Begin(ReadPlan plan) implements Message<Done> {}

  /** Asks for what was read since. */
  record Next(UUID front, long number) implements Message<ReadReply> {}

  /** Ends a reading, whether there is more or not. */
  record End(UUID front, long number) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Begin.class, asked -> reads.begin(asked.plan()));
    handlers.answer(Next.class, asked -> reads.next(asked.front(), asked.number()));
    handlers.carryOut(End.class, asked -> reads.end(asked.front(), asked.number()));
  }
}
