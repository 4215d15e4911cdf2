// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import java.util.Arrays;

/**
 * Messages about {@linkplain SharedVertices shared vertices}, one for each shard: what homes say of
 * their vertices to those that know them, or what these say to homes. A message may begin with
 * something else; then follows for each vertex, ascending, how many ranks are between it and the
 * one before, and what is said of it.
 *
 * <p>Used by one thread at a time; may be used again after an exchange.
 */
public final class VertexMessages {
  private final SharedVertices shared;
  private final MessageWriter[] out;
  private final int[] before; // rank of the last vertex in each message

  /** Empty messages. */
  public VertexMessages(SharedVertices shared) {
    this.shared = shared;
    out = new MessageWriter[shared.exchange().shards()];
    Arrays.setAll(out, shard -> new MessageWriter());
    before = new int[out.length];
    Arrays.fill(before, -1);
  }

  /** Takes what other shards say. */
  public interface Receiver {
    /** What a message begins with; that of this shard too. */
    default void begin(int shard, MessageReader in) {}

    /** What is said of a vertex. */
    void vertex(int vertex, MessageReader in);
  }

  /** The message to a shard, for what it begins with. */
  public MessageWriter to(int shard) {
    return out[shard];
  }

  /** Begins the messages to all shards with counts, which {@link MessageReader#addTo} takes. */
  public void begin(long[] counts) {
    for (MessageWriter message : out) {
      for (long count : counts) {
        message.number(count);
      }
    }
  }

  /** Names the vertex of an address; what is said of it goes into the writer. */
  public MessageWriter name(int address) {
    final int shard = shared.shard(address);
    final int rank = shared.rank(address);
    out[shard].number(rank - before[shard] - 1L);
    before[shard] = rank;
    return out[shard];
  }

  /** Sends what is said of vertices from elsewhere to their homes; one superstep. */
  public void toHomes(Receiver receiver) {
    final byte[][] messages = exchange();
    for (int shard = 0; shard < messages.length; shard++) {
      read(shared.own(shard), shard, new MessageReader(messages[shard]), receiver);
    }
  }

  /** Sends what homes say of their vertices to those that know them; one superstep. */
  public void fromHomes(Receiver receiver) {
    final byte[][] messages = exchange();
    for (int shard = 0; shard < messages.length; shard++) {
      read(shared.others(shard), shard, new MessageReader(messages[shard]), receiver);
    }
  }

  private byte[][] exchange() {
    final byte[][] messages = new byte[out.length][];
    for (int shard = 0; shard < out.length; shard++) {
      messages[shard] = out[shard].toBytes();
    }
    Arrays.fill(before, -1);
    return shared.exchange().exchange(messages);
  }

  private static void read(int[] vertices, int shard, MessageReader in, Receiver receiver) {
    receiver.begin(shard, in);
    for (int rank = -1; !in.atEnd(); ) {
      rank += 1 + in.index(vertices.length - 1L - rank);
      receiver.vertex(vertices[rank], in);
    }
  }
}
