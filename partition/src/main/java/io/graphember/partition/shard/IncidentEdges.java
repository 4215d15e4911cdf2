// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * The edges with an end at home in a shard: its own, which end there, and those that begin there
 * and end elsewhere, which their own shard has sent. In canonical order; vertices have their
 * numbers in the graph.
 *
 * <p>A message, all numbers as {@link MessageWriter} writes them:
 *
 * <pre>
 * number   edges
 * then for each destination with edges that begin at home with the receiver, ascending:
 *   number   how many vertices are between it and the one before
 *   number   edges, 1 or more
 *   numbers  for each: d, its source less the one before, as 2 d, or -2 d - 1 if d is negative
 * </pre>
 *
 * <p>4 bytes for each edge from elsewhere and 8 for each of their destinations. Used by one thread
 * at a time.
 */
final class IncidentEdges implements EdgeStream {
  private final EdgeTable own;
  private final GraphNumbers numbers;
  private final IntArray destinations = new IntArray(16); // of edges from elsewhere, ascending
  private final IntArray ends = new IntArray(16); // of the edges of each of these
  private final int[] sources; // of edges from elsewhere
  private int vertex; // own edges of vertices before it were read
  private int other; // edges from elsewhere of destinations before it were read
  private int next; // of the edges of the next destination

  private IncidentEdges(EdgeTable own, GraphNumbers numbers, int edgesFromElsewhere) {
    this.own = own;
    this.numbers = numbers;
    sources = new int[edgesFromElsewhere];
  }

  /** Most bytes of the messages to other shards. */
  static long messageBytes(long ownEdges) {
    return 2 * 6 * ownEdges; // a growing array is copied
  }

  /** Bytes beside the own edges. */
  static long estimateBytes(long vertices, long edgesFromElsewhere) {
    return 12 * Math.min(vertices, edgesFromElsewhere) + 4 * edgesFromElsewhere;
  }

  /** What is sent for each shard. */
  static byte[][] messages(EdgeTable own, GraphNumbers numbers, ShardExchange exchange) {
    byte[][] messages = new byte[exchange.shards()][];
    for (int shard = 0; shard < messages.length; shard++) {
      messages[shard] = shard == exchange.shard() ? new byte[] {0} : message(own, numbers, shard);
    }
    return messages;
  }

  private static byte[] message(EdgeTable own, GraphNumbers numbers, int shard) {
    final VertexHomes homes = numbers.local().homes();
    final int[] ownOffsets = own.offsets();
    final int[] ownSources = own.sources();
    MessageWriter rows = new MessageWriter();
    long edges = 0;
    int before = -1;
    for (int v = 0; v + 1 < ownOffsets.length; v++) {
      int count = 0;
      for (int e = ownOffsets[v]; e < ownOffsets[v + 1]; e++) {
        count += homes.home(ownSources[e]) == shard ? 1 : 0;
      }
      if (count == 0) {
        continue;
      }
      rows.number(numbers.of(v) - before - 1L);
      rows.number(count);
      int last = 0;
      for (int e = ownOffsets[v]; e < ownOffsets[v + 1]; e++) {
        if (homes.home(ownSources[e]) == shard) {
          final long difference = (long) numbers.of(ownSources[e]) - last;
          rows.number(difference << 1 ^ difference >> 63);
          last = numbers.of(ownSources[e]);
        }
      }
      before = numbers.of(v);
      edges += count;
    }
    MessageWriter message = new MessageWriter();
    message.number(edges);
    message.append(rows);
    return message.toBytes();
  }

  /** Number of edges that messages announce. */
  static long announced(byte[][] messages) {
    long edges = 0;
    for (byte[] message : messages) {
      edges += new MessageReader(message).index(message.length);
    }
    return edges;
  }

  /** Reads what the other shards have sent, in order of the destinations. */
  static IncidentEdges of(
      EdgeTable own, byte[][] messages, GraphNumbers numbers, ShardExchange exchange) {
    final IncidentEdges all = new IncidentEdges(own, numbers, Math.toIntExact(announced(messages)));
    final Said[] said = new Said[messages.length];
    Arrays.setAll(said, shard -> new Said(messages[shard], numbers.vertices()));
    int edges = 0;
    for (int shard = first(said); shard >= 0; shard = first(said)) {
      final int destination = said[shard].destination;
      if (numbers.homes().home(destination) != shard || shard == exchange.shard()) {
        throw MessageReader.malformed("edges of vertex " + destination + " are not the sender's");
      }
      edges = all.read(said[shard].in, edges);
      all.destinations.add(destination);
      all.ends.add(edges);
      said[shard].advance();
    }
    if (edges != all.sources.length) {
      throw MessageReader.malformed("%d edges of %d came".formatted(edges, all.sources.length));
    }
    return all;
  }

  /** The shard whose next destination is the first; -1 if there is none. */
  private static int first(Said[] said) {
    int first = -1;
    for (int shard = 0; shard < said.length; shard++) {
      if (said[shard].destination >= 0
          && (first < 0 || said[shard].destination < said[first].destination)) {
        first = shard;
      }
    }
    return first;
  }

  /** What one shard has sent. */
  private static final class Said {
    private final MessageReader in;
    private final int vertices;
    private int destination = -1; // the next one; negative behind the last

    Said(byte[] message, int vertices) {
      in = new MessageReader(message);
      this.vertices = vertices;
      in.number();
      advance();
    }

    void advance() {
      destination = in.atEnd() ? -1 : destination + 1 + in.index(vertices - 1L - destination);
    }
  }

  /** Reads the edges of a destination, of which the first has a number; that behind the last. */
  private int read(MessageReader in, int firstEdge) {
    int edge = firstEdge;
    long source = 0;
    for (int left = in.count(); left > 0; left--) {
      final long difference = in.number();
      source += difference >>> 1 ^ -(difference & 1);
      if (source < 0 || source >= numbers.vertices() || !numbers.homes().here((int) source)) {
        throw MessageReader.malformed("a source is " + source);
      }
      if (edge == sources.length) {
        throw MessageReader.malformed("more than %d edges came".formatted(sources.length));
      }
      sources[edge++] = (int) source;
    }
    return edge;
  }

  @Override
  public long vertices() {
    return numbers.vertices();
  }

  @Override
  public long edges() {
    return own.edges() + sources.length;
  }

  @Override
  public int read(int[] sourcesOut, int[] destinationsOut) {
    int count = 0;
    while (count < sourcesOut.length) {
      while (vertex < own.vertices() && own.inDegree(vertex) == 0) {
        vertex++;
      }
      final int mine = vertex < own.vertices() ? numbers.of(vertex) : Integer.MAX_VALUE;
      final int theirs = other < destinations.size ? destinations.values[other] : Integer.MAX_VALUE;
      if (mine == theirs) { // the edges of a vertex are all in one of the two, so there are none
        break;
      }
      count +=
          mine < theirs
              ? readOwn(sourcesOut, destinationsOut, count, mine)
              : readOther(sourcesOut, destinationsOut, count, theirs);
    }
    return count;
  }

  private int readOwn(int[] sourcesOut, int[] destinationsOut, int count, int destination) {
    final int from = own.offsets()[vertex] + next;
    final int end = own.offsets()[vertex + 1];
    final int taken = Math.min(end - from, sourcesOut.length - count);
    for (int i = 0; i < taken; i++) {
      sourcesOut[count + i] = numbers.of(own.sources()[from + i]);
    }
    Arrays.fill(destinationsOut, count, count + taken, destination);
    next += taken;
    if (from + taken == end) {
      vertex++;
      next = 0;
    }
    return taken;
  }

  private int readOther(int[] sourcesOut, int[] destinationsOut, int count, int destination) {
    final int from = (other == 0 ? 0 : ends.values[other - 1]) + next;
    final int end = ends.values[other];
    final int taken = Math.min(end - from, sourcesOut.length - count);
    System.arraycopy(sources, from, sourcesOut, count, taken);
    Arrays.fill(destinationsOut, count, count + taken, destination);
    next += taken;
    if (from + taken == end) {
      other++;
      next = 0;
    }
    return taken;
  }

  @Override
  public void rewind() {
    vertex = 0;
    other = 0;
    next = 0;
  }
}
