// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * The edges with an end at home in a shard: its own, which end there, and those that begin there
 * and end elsewhere, which their own shard has sent. In canonical order.
 *
 * <p>A message, all numbers as {@link MessageWriter} writes them; sources are named by their ranks
 * among the vertices that the two shards {@linkplain SharedVertices share}, destinations, of which
 * the receiver need not know, by their numbers in the graph:
 *
 * <pre>
 * number   edges
 * then for each destination with edges that begin at home with the receiver, ascending:
 *   number   how many numbers are between it and the one before
 *   numbers  for each edge: d, the rank of its source less the one before, as 2 d + 1, or -2 d if
 *            d is negative
 *   number   0
 * </pre>
 *
 * <p>4 bytes for each edge from elsewhere and 8 for each of their destinations. Used by one thread
 * at a time.
 */
final class IncidentEdges implements EdgeStream {
  private final EdgeTable own;
  private final IncidentVertices vertices;
  private final int[] ends; // of the edges from elsewhere of each destination
  private final int[] sources; // of edges from elsewhere
  private int vertex; // own edges of vertices before it were read
  private int other; // edges from elsewhere of destinations before it were read
  private int next; // of the edges of the next destination

  private IncidentEdges(EdgeTable own, IncidentVertices vertices, int[] ends, int[] sources) {
    this.own = own;
    this.vertices = vertices;
    this.ends = ends;
    this.sources = sources;
    for (int i = 0; i < sources.length; i++) {
      sources[i] = vertices.ofKnown()[sources[i]];
    }
  }

  /** Most bytes of the messages to other shards. */
  static long messageBytes(long ownEdges) {
    return MessageWriter.COPIES * 8 * ownEdges;
  }

  /**
   * Bytes beside the own edges.
   *
   * @param known vertices that the shard knows
   * @param rows how many of them are at home there
   */
  static long estimateBytes(long known, long rows, long edgesFromElsewhere, long vertices) {
    final long ends = Math.min(vertices - rows, edgesFromElsewhere);
    return 28 * ends + 4 * edgesFromElsewhere + IncidentVertices.estimateBytes(known, rows, ends);
  }

  /** What is sent for each shard. */
  static byte[][] messages(EdgeTable own, SharedVertices shared) {
    final Said[] said = new Said[shared.exchange().shards()];
    Arrays.setAll(said, shard -> new Said());
    final VertexHomes homes = shared.vertices().homes();
    final int[] begun = new int[said.length]; // shards that are told of edges of the vertex
    for (int v = 0; v < own.vertices(); v++) {
      int count = 0;
      for (int e = own.offsets()[v]; e < own.offsets()[v + 1]; e++) {
        final int source = own.sources()[e];
        if (!homes.here(source)) {
          final int home = homes.home(source);
          if (said[home].destination != v) {
            said[home].begin(v, shared.vertices().number(v));
            begun[count++] = home;
          }
          said[home].edge(shared.rank(shared.firstAddress(source)));
        }
      }
      for (int i = 0; i < count; i++) {
        said[begun[i]].rows.number(0);
      }
    }
    final byte[][] messages = new byte[said.length][];
    Arrays.setAll(messages, shard -> said[shard].message());
    return messages;
  }

  /** What this shard says to another one. */
  private static final class Said {
    private final MessageWriter rows = new MessageWriter();
    private int destination = -1; // the last vertex
    private long number = -1; // of it in the graph
    private int sourceRank; // of the last edge of the destination
    private long edges;

    void begin(int vertex, long ofVertex) {
      rows.number(ofVertex - number - 1);
      destination = vertex;
      number = ofVertex;
      sourceRank = 0;
    }

    void edge(int rank) {
      final long difference = (long) rank - sourceRank;
      rows.number((difference << 1 ^ difference >> 63) + 1);
      sourceRank = rank;
      edges++;
    }

    byte[] message() {
      final MessageWriter message = new MessageWriter();
      message.number(edges);
      message.append(rows);
      return message.toBytes();
    }
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
  static IncidentEdges of(EdgeTable own, byte[][] messages, SharedVertices shared) {
    final int[] sources = new int[MessageReader.index(announced(messages), Integer.MAX_VALUE)];
    final LongArray destinations = new LongArray(16);
    final IntArray homes = new IntArray(16);
    final IntArray ends = new IntArray(16);
    final Heard[] heard = new Heard[messages.length];
    Arrays.setAll(heard, shard -> new Heard(messages[shard], shared.vertices().total()));
    int edges = 0;
    for (int shard = first(heard); shard >= 0; shard = first(heard)) {
      if (destinations.size > 0
          && destinations.values[destinations.size - 1] == heard[shard].destination) {
        throw MessageReader.malformed("two shards have edges of one vertex");
      }
      destinations.add(heard[shard].destination);
      homes.add(shard);
      edges = read(heard[shard].in, shard, shared, sources, edges);
      ends.add(edges);
      heard[shard].advance();
    }
    if (edges != sources.length) {
      throw MessageReader.malformed("%d edges of %d came".formatted(edges, sources.length));
    }
    final IncidentVertices vertices =
        IncidentVertices.of(shared.vertices(), destinations, homes, shared.exchange().shard());
    return new IncidentEdges(own, vertices, ends.toArray(), sources);
  }

  /** The shard whose next destination is the first; -1 if there is none. */
  private static int first(Heard[] heard) {
    int first = -1;
    for (int shard = 0; shard < heard.length; shard++) {
      if (heard[shard].destination >= 0
          && (first < 0 || heard[shard].destination < heard[first].destination)) {
        first = shard;
      }
    }
    return first;
  }

  /** What one shard has sent. */
  private static final class Heard {
    private final MessageReader in;
    private final long vertices;
    private long destination = -1; // number of the next one in the graph; negative behind the last

    Heard(byte[] message, long vertices) {
      in = new MessageReader(message);
      this.vertices = vertices;
      in.number();
      advance();
    }

    void advance() {
      destination = in.atEnd() ? -1 : destination + 1 + in.place(vertices - destination - 1);
    }
  }

  /** Reads the edges of a destination, of which the first has a number; that behind the last. */
  private static int read(
      MessageReader in, int shard, SharedVertices shared, int[] sources, int firstEdge) {
    int edge = firstEdge;
    long source = 0;
    for (long number = in.number(); number != 0; number = in.number()) {
      final long difference = number - 1;
      source += difference >>> 1 ^ -(difference & 1);
      if (edge == sources.length) {
        throw MessageReader.malformed("more than %d edges came".formatted(sources.length));
      }
      sources[edge++] = shared.own(shard, source);
    }
    return edge;
  }

  /** The vertices of the edges, by their numbers. */
  LocalVertices local() {
    return vertices.vertices();
  }

  @Override
  public long vertices() {
    return local().size();
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
      final int mine = vertex < own.vertices() ? vertices.ofKnown()[vertex] : Integer.MAX_VALUE;
      final int theirs = other < ends.length ? vertices.ofEnds()[other] : Integer.MAX_VALUE;
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
      sourcesOut[count + i] = vertices.ofKnown()[own.sources()[from + i]];
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
    final int from = (other == 0 ? 0 : ends[other - 1]) + next;
    final int end = ends[other];
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
