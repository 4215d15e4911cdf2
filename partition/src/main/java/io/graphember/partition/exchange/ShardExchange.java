// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import java.util.Arrays;

/**
 * How the shards of a graph hand messages to one another: all at once, superstep after superstep.
 *
 * <p>Every shard makes the same calls in the same order. A call returns when the messages of all
 * shards for this one have come; waiting is bounded, and ends with an error if a shard is lost or
 * the work is cancelled. Used by one thread at a time.
 */
public interface ShardExchange {
  /** Most shards of a graph. */
  int MOST_SHARDS = 1 << 12;

  /** Of a graph that has one shard. */
  ShardExchange ALONE =
      new ShardExchange() {
        @Override
        public int shard() {
          return 0;
        }

        @Override
        public int shards() {
          return 1;
        }

        @Override
        public byte[][] exchange(byte[][] messages) {
          return messages;
        }
      };

  /** Number of this shard, {@code 0 .. shards() - 1}. */
  int shard();

  /** Number of shards. */
  int shards();

  /**
   * One superstep.
   *
   * @param messages what this shard says to each shard, itself included
   * @return what each shard says to this one, in order of the shards
   * @throws io.graphember.spi.error.GraphemberException if a shard is lost, or the work cancelled
   */
  byte[][] exchange(byte[][] messages);

  /** A superstep in which every shard says the same to all; what each has said. */
  default byte[][] gather(byte[] message) {
    byte[][] messages = new byte[shards()][];
    Arrays.fill(messages, message);
    return exchange(messages);
  }

  /**
   * A superstep in which every shard says numbers that are not negative, as {@link MessageWriter}
   * writes them; what those of all sum up to.
   */
  default long[] sums(long... own) {
    final MessageWriter out = new MessageWriter();
    for (long number : own) {
      out.number(number);
    }
    final long[] sums = new long[own.length];
    for (byte[] message : gather(out.toBytes())) {
      new MessageReader(message).addTo(sums);
    }
    return sums;
  }
}
