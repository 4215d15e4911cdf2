// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.SharedVertices;
import java.util.Arrays;

/**
 * Sends the homes of neighbours which edges have moved with a vertex. A message has for each edge,
 * in order of the moves, how far the move is from the one before among those of the batch, and the
 * rank of the neighbour among the vertices that the two shards {@linkplain SharedVertices share}.
 */
final class MovedEdges {
  private final SimpleGraph graph;
  private final MessageWriter[] messages;
  private final int[] before; // last move in each message

  MovedEdges(SimpleGraph graph) {
    this.graph = graph;
    messages = new MessageWriter[graph.shared.exchange().shards()];
    Arrays.setAll(messages, shard -> new MessageWriter());
    before = new int[messages.length];
  }

  /** Takes an edge. */
  @FunctionalInterface
  interface Receiver {
    /** The edge between the vertex of a move and a neighbour at home here has moved with it. */
    void moved(int move, int neighbor);
  }

  /** To the home of a neighbour; moves come in ascending order. */
  void add(int move, int neighbor) {
    final int address = graph.shared.firstAddress(graph.streamedVertex(neighbor));
    final int home = graph.shared.shard(address);
    messages[home].number(move - before[home]);
    messages[home].number(graph.shared.rank(address));
    before[home] = move;
  }

  /**
   * One superstep.
   *
   * @param moves of the batch
   */
  void exchange(int moves, Receiver receiver) {
    final byte[][] sent = new byte[messages.length][];
    Arrays.setAll(sent, shard -> messages[shard].toBytes());
    final byte[][] told = graph.shared.exchange().exchange(sent);
    for (int shard = 0; shard < told.length; shard++) {
      final MessageReader in = new MessageReader(told[shard]);
      int move = 0;
      while (!in.atEnd()) {
        move += in.index(moves - move);
        receiver.moved(move, graph.number(graph.shared.own(shard, in.number())));
      }
    }
  }
}
