// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;

/** What is asked of the nodes that keep a graph while it is loaded, each its shard. */
public final class ShardMessages implements MessageGroup {
  private final LocalShards shards;

  @Inject
  ShardMessages(LocalShards shards) {
    this.shards = shards;
  }

  /** Opens a shard. */
  record Open(ShardPlan plan, int shard, long leastBytes) implements Message<Done> {}

  /** Has a shard read the version that is added to, together with the others. */
  record AddTo(long load, GraphInfo graph, int[] readers) implements Message<BaseReply> {}

  /** Brings rows of a piece to a shard. */
  record Stage(long load, long sequence, byte[] piece) implements Message<Done> {}

  /** Cuts a shard together with the others. */
  record Cut(long load, long[] places) implements Message<CutReply> {}

  /** Brings a part of what a shard says to another one in a superstep. */
  record Deliver(long load, int superstep, int from, int part, int count, byte[] bytes)
      implements Message<Done> {}

  /** Tells a shard how blocks are written. */
  record Forms(long load, byte[] forms) implements Message<Done> {}

  /** Has a shard write a partition into the cache of the graph. */
  record Write(long load, int partition, String cache) implements Message<WriteReply> {}

  /** Asks a shard for edges of a partition. */
  record Edges(long load, int partition, int first) implements Message<byte[]> {}

  /** Asks a shard for vertices of a partition. */
  record Vertices(long load, int partition, int first) implements Message<byte[]> {}

  /** Asks a shard for masters of a partition. */
  record Masters(long load, int partition, int type, int first) implements Message<byte[]> {}

  /** Asks a shard for held-out edges of a partition. */
  record HeldOut(long load, int partition, int first) implements Message<byte[]> {}

  /** Frees a shard. */
  record Release(long load) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(
        Open.class, asked -> shards.open(asked.plan(), asked.shard(), asked.leastBytes()));
    handlers.answer(AddTo.class, shards::addTo);
    handlers.carryOut(Stage.class, this::stage);
    handlers.answer(Cut.class, asked -> shards.cut(asked.load(), asked.places()));
    handlers.carryOut(Deliver.class, this::deliver);
    handlers.carryOut(Forms.class, this::forms);
    handlers.answer(
        Write.class, asked -> shards.write(asked.load(), asked.partition(), asked.cache()));
    handlers.answer(
        Edges.class,
        asked ->
            shards.get(asked.load()).read(shard -> shard.edges(asked.partition(), asked.first())));
    handlers.answer(
        Vertices.class,
        asked ->
            shards
                .get(asked.load())
                .read(shard -> shard.vertices(asked.partition(), asked.first())));
    handlers.answer(
        Masters.class,
        asked ->
            shards
                .get(asked.load())
                .read(shard -> shard.masters(asked.partition(), asked.type(), asked.first())));
    handlers.answer(
        HeldOut.class,
        asked ->
            shards
                .get(asked.load())
                .read(shard -> shard.heldOut(asked.partition(), asked.first())));
    handlers.carryOut(Release.class, asked -> shards.release(asked.load()));
  }

  private void stage(Stage asked) {
    shards.get(asked.load()).stage(asked.sequence(), shard -> shard.stage(asked.piece()));
  }

  private void forms(Forms asked) {
    shards
        .get(asked.load())
        .work(
            shard -> {
              shard.forms(asked.forms());
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
