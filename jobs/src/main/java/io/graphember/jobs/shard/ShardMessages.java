// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;

/** What is asked of the nodes that keep the edges of a load, each its shard. */
public final class ShardMessages implements MessageGroup {
  private final LocalShards shards;

  @Inject
  ShardMessages(LocalShards shards) {
    this.shards = shards;
  }

  /** Opens a shard. */
  record Open(ShardPlan plan, int shard) implements Message<Done> {}

  /** Brings edges to their shard. */
  record Stage(long load, byte[] piece) implements Message<Done> {}

  /** Cuts a shard together with the others. */
  record Cut(long load, int[] vertexCounts) implements Message<CutReply> {}

  /** Brings a part of what a shard says to another one in a superstep. */
  record Deliver(long load, int superstep, int from, int part, int count, byte[] bytes)
      implements Message<Done> {}

  /** Asks a shard for the edges of a partition by vertex. */
  record Incidences(long load, int partition, int firstVertex) implements Message<byte[]> {}

  /** Asks a shard for edges of a partition. */
  record Edges(long load, int partition, int first) implements Message<byte[]> {}

  /** Frees a shard. */
  record Release(long load) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Open.class, asked -> shards.open(asked.plan(), asked.shard()));
    handlers.carryOut(Stage.class, this::stage);
    handlers.answer(Cut.class, asked -> shards.cut(asked.load(), asked.vertexCounts()));
    handlers.carryOut(Deliver.class, this::deliver);
    handlers.answer(
        Incidences.class,
        asked ->
            shards
                .get(asked.load())
                .work(edges -> edges.incidences(asked.partition(), asked.firstVertex())));
    handlers.answer(
        Edges.class,
        asked ->
            shards.get(asked.load()).work(edges -> edges.edges(asked.partition(), asked.first())));
    handlers.carryOut(Release.class, asked -> shards.release(asked.load()));
  }

  private void stage(Stage asked) {
    shards
        .get(asked.load())
        .work(
            edges -> {
              edges.stage(asked.piece());
              return true;
            });
  }

  private void deliver(Deliver asked) {
    shards
        .get(asked.load())
        .mailbox()
        .deliver(asked.superstep(), asked.from(), asked.part(), asked.count(), asked.bytes());
  }
}
