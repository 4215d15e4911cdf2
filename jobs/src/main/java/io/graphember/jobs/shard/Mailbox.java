// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What other shards have sent to one of this node, by superstep: they may be one ahead. Safe for
 * use by several threads.
 */
final class Mailbox {
  private static final int MOST_PARTS = Integer.MAX_VALUE / NodeShardExchange.PART_BYTES + 1;

  private final int shards;
  private final Map<Long, Message> messages = new HashMap<>();
  private @Nullable GraphemberException closed; // why nothing comes any more

  /**
   * Nothing has come.
   *
   * @param shards how many may send something
   */
  Mailbox(int shards) {
    this.shards = shards;
  }

  /** A message of which some parts have come. */
  private static final class Message {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private byte[][] parts = new byte[0][]; // before the first has come
    private int missing;

    void add(int part, int count, byte[] bytes) {
      if (parts.length == 0 && count > 0 && count <= MOST_PARTS) {
        parts = new byte[count][];
        missing = count;
      }
      if (part < 0 || part >= parts.length || count != parts.length || parts[part] != null) {
        throw MessageReader.malformed("part %d of %d".formatted(part, count));
      }
      parts[part] = bytes;
      missing--;
      if (missing == 0) {
        whole.complete(joined());
      }
    }

    private byte[] joined() {
      int size = 0;
      for (byte[] part : parts) {
        size = Math.addExact(size, part.length);
      }
      byte[] joined = new byte[size];
      int at = 0;
      for (byte[] part : parts) {
        System.arraycopy(part, 0, joined, at, part.length);
        at += part.length;
      }
      return joined;
    }
  }

  private static long key(int superstep, int from) {
    return (long) superstep << 32 | from;
  }

  private synchronized Message message(int superstep, int from) {
    Message message = messages.computeIfAbsent(key(superstep, from), k -> new Message());
    if (closed != null) {
      message.whole.completeExceptionally(closed);
    }
    return message;
  }

  /** Takes a part of a message. */
  void deliver(int superstep, int from, int part, int parts, byte[] bytes) {
    Message message = message(superstep, MessageReader.index(from, shards));
    synchronized (message) {
      message.add(part, parts, bytes);
    }
  }

  /** The message of a shard in a superstep, once all of it is there. */
  CompletableFuture<byte[]> expect(int superstep, int from) {
    return message(superstep, from).whole;
  }

  synchronized void forget(int superstep, int from) {
    messages.remove(key(superstep, from));
  }

  /** Nothing comes any more: whoever waits, or will, hears why. */
  synchronized void close(GraphemberException reason) {
    closed = reason;
    messages.values().forEach(message -> message.whole.completeExceptionally(reason));
  }
}
