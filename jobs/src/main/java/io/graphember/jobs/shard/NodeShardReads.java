// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.partition.shard.LoadShard;
import io.graphember.partition.shard.ShardReads;
import io.graphember.sampling.engine.Replies;
import java.util.UUID;
import java.util.function.Function;

/** What a shard asks others, as calls to their nodes; itself it asks directly. */
final class NodeShardReads implements ShardReads {
  private final NodeCalls calls;
  private final LocalShard local;
  private final Replies replies;
  private long receivedBytes;

  /**
   * Questions of a shard.
   *
   * @param replies how long an answer may take
   */
  NodeShardReads(NodeCalls calls, LocalShard local, Replies replies) {
    this.calls = calls;
    this.local = local;
    this.replies = replies;
  }

  /** Bytes that came from other nodes so far. */
  long receivedBytes() {
    return receivedBytes;
  }

  @Override
  public byte[] edges(int shard, int partition, int first) {
    return ask(
        shard,
        new ShardMessages.Edges(local.plan().load(), partition, first),
        here -> here.edges(partition, first));
  }

  @Override
  public byte[] vertices(int shard, int partition, int first) {
    return ask(
        shard,
        new ShardMessages.Vertices(local.plan().load(), partition, first),
        here -> here.vertices(partition, first));
  }

  @Override
  public byte[] masters(int shard, int partition, int type, int first) {
    return ask(
        shard,
        new ShardMessages.Masters(local.plan().load(), partition, type, first),
        here -> here.masters(partition, type, first));
  }

  @Override
  public byte[] heldOut(int shard, int partition, int first) {
    return ask(
        shard,
        new ShardMessages.HeldOut(local.plan().load(), partition, first),
        here -> here.heldOut(partition, first));
  }

  private byte[] ask(int shard, Message<byte[]> message, Function<LoadShard, byte[]> here) {
    if (shard == local.number()) {
      return local.read(here);
    }
    final UUID node = local.plan().node(shard);
    byte[] reply =
        replies.await(calls.send(node, NodeThreads.STORAGE_EXECUTOR, message), "node " + node);
    receivedBytes += reply.length;
    return reply;
  }
}
