// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The edges with an end at home in a shard: its own, which end there, and those that begin there
 * and end elsewhere, which their own shard has sent. In canonical order.
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
 * <p>4 bytes for each edge from elsewhere and 4 a vertex. Used by one thread at a time.
 */
final class IncidentEdges implements EdgeStream {
  private final EdgeTable own;
  private final int[] offsets; // of edges from elsewhere by destination
  private final int[] sources; // of edges from elsewhere
  private int vertex; // edges of vertices before it were read
  private int next; // of the vertex's edges

  private IncidentEdges(EdgeTable own, int[] offsets, int[] sources) {
    this.own = own;
    this.offsets = offsets;
    this.sources = sources;
  }

  /** Most bytes of the messages to other shards. */
  static long messageBytes(long ownEdges) {
    return 2 * 6 * ownEdges; // a growing array is copied
  }

  /** Bytes beside the own edges. */
  static long estimateBytes(long vertices, long edgesFromElsewhere) {
    return 4 * vertices + 4 * edgesFromElsewhere;
  }

  /** What is sent for each shard. */
  static byte[][] messages(EdgeTable own, VertexHomes homes, ShardExchange exchange) {
    byte[][] messages = new byte[exchange.shards()][];
    for (int shard = 0; shard < messages.length; shard++) {
      messages[shard] = shard == exchange.shard() ? new byte[] {0} : message(own, homes, shard);
    }
    return messages;
  }

  private static byte[] message(EdgeTable own, VertexHomes homes, int shard) {
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
      rows.number(v - before - 1L);
      rows.number(count);
      int last = 0;
      for (int e = ownOffsets[v]; e < ownOffsets[v + 1]; e++) {
        if (homes.home(ownSources[e]) == shard) {
          final long difference = (long) ownSources[e] - last;
          rows.number(difference << 1 ^ difference >> 63);
          last = ownSources[e];
        }
      }
      before = v;
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

  /** Reads what the other shards have sent. */
  static IncidentEdges of(
      EdgeTable own, byte[][] messages, VertexHomes homes, ShardExchange exchange) {
    final int vertices = (int) own.vertices();
    int[] offsets = new int[vertices + 1];
    int[] sources = new int[Math.toIntExact(announced(messages))];
    // Counted one place behind the vertex, then moved on while sources are put in their places.
    for (int pass = 0; pass < 2; pass++) {
      for (int shard = 0; shard < messages.length; shard++) {
        MessageReader in = new MessageReader(messages[shard]);
        in.number();
        for (int v = -1; !in.atEnd(); ) {
          v += 1 + in.index(vertices - 1L - v);
          if (homes.home(v) != shard || shard == exchange.shard()) {
            throw MessageReader.malformed("edges of vertex " + v + " are not the sender's");
          }
          read(in, v, homes, offsets, pass == 0 ? null : sources);
        }
      }
      if (pass == 0) {
        toStarts(offsets, sources.length);
      }
    }
    System.arraycopy(offsets, 0, offsets, 1, vertices);
    offsets[0] = 0;
    return new IncidentEdges(own, offsets, sources);
  }

  private static void read(
      MessageReader in,
      int destination,
      VertexHomes homes,
      int[] offsets,
      int @Nullable [] sources) {
    long source = 0;
    for (int left = in.count(); left > 0; left--) {
      final long difference = in.number();
      source += difference >>> 1 ^ -(difference & 1);
      if (source < 0 || source >= offsets.length - 1 || !homes.here((int) source)) {
        throw MessageReader.malformed("a source is " + source);
      }
      if (sources != null) {
        sources[offsets[destination]] = (int) source;
      }
      offsets[destination]++;
    }
  }

  /** Turns counts into the first place of each. */
  private static void toStarts(int[] counts, int announced) {
    int start = 0;
    for (int v = 0; v < counts.length; v++) {
      final int count = counts[v];
      counts[v] = start;
      start += count;
    }
    if (start != announced) {
      throw MessageReader.malformed("%d edges of %d came".formatted(start, announced));
    }
  }

  @Override
  public long vertices() {
    return own.vertices();
  }

  @Override
  public long edges() {
    return own.edges() + sources.length;
  }

  @Override
  public int read(int[] sourcesOut, int[] destinationsOut) {
    int count = 0;
    while (vertex < vertices() && count < sourcesOut.length) {
      // The edges of a vertex are all in one of the two.
      final boolean here = own.inDegree(vertex) > 0;
      final int from = next + (here ? own.offsets()[vertex] : offsets[vertex]);
      final int end = here ? own.offsets()[vertex + 1] : offsets[vertex + 1];
      final int taken = Math.min(end - from, sourcesOut.length - count);
      System.arraycopy(here ? own.sources() : sources, from, sourcesOut, count, taken);
      Arrays.fill(destinationsOut, count, count + taken, vertex);
      count += taken;
      next += taken;
      if (from + taken == end) {
        vertex++;
        next = 0;
      }
    }
    return count;
  }

  @Override
  public void rewind() {
    vertex = 0;
    next = 0;
  }
}
