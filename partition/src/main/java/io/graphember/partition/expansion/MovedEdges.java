// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;

/**
 * Tells the homes of neighbours which edges have moved with a vertex. A message has for each edge,
 * in order of the moved vertices, how far the vertex is from the one before, and the neighbour.
 */
final class MovedEdges {
  private final ShardExchange exchange;
  private final MessageWriter[] messages;
  private final int[] before; // last vertex in each message

  MovedEdges(ShardExchange exchange) {
    this.exchange = exchange;
    messages = new MessageWriter[exchange.shards()];
    before = new int[messages.length];
    for (int s = 0; s < messages.length; s++) {
      messages[s] = new MessageWriter();
    }
  }

  /** Takes an edge. */
  @FunctionalInterface
  interface Receiver {
    /** The edge between a vertex that has moved and a neighbour at home here has moved with it. */
    void moved(int vertex, int neighbor);
  }

  /** To the home of the neighbour; vertices come in ascending order. */
  void add(int vertex, int neighbor, int home) {
    messages[home].number(vertex - before[home]);
    messages[home].number(neighbor);
    before[home] = vertex;
  }

  /** One superstep. */
  void exchange(int vertices, Receiver receiver) {
    byte[][] sent = new byte[messages.length][];
    for (int s = 0; s < sent.length; s++) {
      sent[s] = messages[s].toBytes();
    }
    for (byte[] message : exchange.exchange(sent)) {
      MessageReader in = new MessageReader(message);
      int vertex = 0;
      while (!in.atEnd()) {
        vertex += in.index(vertices - vertex);
        receiver.moved(vertex, in.index(vertices));
      }
    }
  }
}
