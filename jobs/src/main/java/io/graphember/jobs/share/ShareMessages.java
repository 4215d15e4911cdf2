// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;

/** What is asked of the nodes that keep the edges of a load, each its share. */
public final class ShareMessages implements MessageGroup {
  private final LocalShares shares;

  @Inject
  ShareMessages(LocalShares shares) {
    this.shares = shares;
  }

  /** Opens a share. */
  record Open(SharePlan plan, int share) implements Message<Done> {}

  /** Brings edges to their share. */
  record Stage(long load, byte[] piece) implements Message<Done> {}

  /** Cuts a share together with the others. */
  record Cut(long load, int[] vertexCounts) implements Message<CutReply> {}

  /** Brings a part of what a share says to another one in a superstep. */
  record Deliver(long load, int superstep, int from, int part, int count, byte[] bytes)
      implements Message<Done> {}

  /** Asks a share for the edges of a partition by vertex. */
  record Incidences(long load, int partition, int firstVertex) implements Message<byte[]> {}

  /** Asks a share for edges of a partition. */
  record Edges(long load, int partition, int first) implements Message<byte[]> {}

  /** Frees a share. */
  record Release(long load) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Open.class, asked -> shares.open(asked.plan(), asked.share()));
    handlers.carryOut(Stage.class, this::stage);
    handlers.answer(Cut.class, asked -> shares.cut(asked.load(), asked.vertexCounts()));
    handlers.carryOut(Deliver.class, this::deliver);
    handlers.answer(
        Incidences.class,
        asked ->
            shares
                .get(asked.load())
                .work(edges -> edges.incidences(asked.partition(), asked.firstVertex())));
    handlers.answer(
        Edges.class,
        asked ->
            shares.get(asked.load()).work(edges -> edges.edges(asked.partition(), asked.first())));
    handlers.carryOut(Release.class, asked -> shares.release(asked.load()));
  }

  private void stage(Stage asked) {
    shares
        .get(asked.load())
        .work(
            edges -> {
              edges.stage(asked.piece());
              return true;
            });
  }

  private void deliver(Deliver asked) {
    shares
        .get(asked.load())
        .mailbox()
        .deliver(asked.superstep(), asked.from(), asked.part(), asked.count(), asked.bytes());
  }
}
