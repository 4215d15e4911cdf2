// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.memory.array.IntArray;

/**
 * The edges of all shards one after the other, in ascending order of the end at which they are
 * listed: every shard sees all of them and holds up to {@value #EDGES_A_MESSAGE} of each. Reading
 * on is a superstep now and then, so all shards read the same.
 *
 * <p>A message, all numbers as {@link MessageWriter} writes them:
 *
 * <pre>
 * number   a vertex that no edge of a later message is listed before
 * then for each edge, in order:
 *   number   the vertex at which it is listed less the one before
 *   number   its other end
 * </pre>
 *
 * <p>2 to 5 bytes an edge. Used by one thread at a time.
 */
public final class OrderedEdges {
  private static final int EDGES_A_MESSAGE = 1 << 16;

  /** The edges of one shard, each at a vertex at home there, ascending. */
  public interface Own {
    /** Goes to the next edge; false if there is none. */
    boolean next();

    /** The vertex at which the edge is listed. */
    int at();

    /** Its other end. */
    int other();
  }

  /** Edges of a shard that have come and were not read yet. */
  private static final class Arrived {
    private final IntArray at = new IntArray(16);
    private final IntArray other = new IntArray(16);
    private int next;
    private int later; // a vertex that no edge that did not come is listed before

    void add(MessageReader in, int vertices) {
      if (next == at.size) {
        next = 0;
        at.size = 0;
        other.size = 0;
      }
      later = in.index(vertices + 1L);
      int vertex = 0;
      while (!in.atEnd()) {
        vertex += in.index(vertices - vertex);
        at.add(vertex);
        other.add(in.index(vertices));
      }
    }

    /** Where the next edge is listed; behind all vertices if none has come. */
    int head() {
      return next < at.size ? at.values[next] : Integer.MAX_VALUE;
    }
  }

  private final int vertices;
  private final ShardExchange exchange;
  private final Own own;
  private final Arrived[] arrived;
  private final MessageWriter edges = new MessageWriter();
  private final MessageWriter message = new MessageWriter();
  private boolean pending; // own is at an edge that was not sent
  private int complete; // edges listed before this vertex have all come
  private int shard;
  private int at;
  private int other;

  /** Starts before the first edge. */
  public OrderedEdges(int vertices, ShardExchange exchange, Own own) {
    this.vertices = vertices;
    this.exchange = exchange;
    this.own = own;
    arrived = new Arrived[exchange.shards()];
    for (int s = 0; s < arrived.length; s++) {
      arrived[s] = new Arrived();
    }
    pending = own.next();
  }

  /** Goes to the next edge; false if there is none. */
  public boolean next() {
    while (true) {
      int first = 0;
      for (int s = 1; s < arrived.length; s++) {
        first = arrived[s].head() < arrived[first].head() ? s : first;
      }
      // A shard may be in the middle of a vertex, but then it is at home there and nowhere else.
      if (arrived[first].head() <= complete) {
        take(first);
        return true;
      }
      if (complete == vertices) {
        return false;
      }
      superstep();
    }
  }

  private void take(int from) {
    shard = from;
    at = arrived[from].at.values[arrived[from].next];
    other = arrived[from].other.values[arrived[from].next++];
  }

  private void superstep() {
    boolean waiting = arrived[exchange.shard()].head() != Integer.MAX_VALUE;
    byte[][] messages = exchange.gather(message(waiting ? 0 : EDGES_A_MESSAGE));
    complete = vertices;
    for (int s = 0; s < messages.length; s++) {
      arrived[s].add(new MessageReader(messages[s]), vertices);
      complete = Math.min(complete, arrived[s].later);
    }
  }

  private byte[] message(int mostEdges) {
    int before = 0;
    for (int i = 0; pending && i < mostEdges; i++) {
      edges.number(own.at() - before);
      edges.number(own.other());
      before = own.at();
      pending = own.next();
    }
    message.number(pending ? own.at() : vertices);
    message.append(edges);
    return message.toBytes();
  }

  /** The vertex at which the edge is listed. */
  public int at() {
    return at;
  }

  /** The edge's other end. */
  public int other() {
    return other;
  }

  /** True if the edge is this shard's own. */
  public boolean isOwn() {
    return shard == exchange.shard();
  }
}
