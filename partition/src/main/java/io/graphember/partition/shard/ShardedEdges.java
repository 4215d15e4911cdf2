// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.staging.StagedValues;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.EdgeAttributes;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * The edges of a graph that several shards keep, asked of them a partition at a time. Used by one
 * thread.
 */
final class ShardedEdges implements PlacedEdges {
  private static final int EDGE_BYTES = 3 * 4; // ends and type

  private final ShardReads shards;
  private final ShardCuts cuts;
  private final VertexNumbering numbering;
  private final EdgeAttributes attributes;
  private final int edgeTypes;
  private final Cancellation cancellation;

  /**
   * The edges of all shards.
   *
   * @param own what one of them has
   */
  ShardedEdges(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.cuts = own.cuts();
    this.numbering = own.replicas().numbering();
    this.attributes = own.edges().attributes();
    this.edgeTypes = numbering.edgeSchema().types().size();
    this.cancellation = cancellation;
  }

  /** Bytes of so many edges of a partition. */
  static long bytes(long edges, EdgeAttributes attributes) {
    return edges * (EDGE_BYTES + attributes.bytes());
  }

  @Override
  public long[] partitionEdges() {
    return cuts.partitionEdges();
  }

  @Override
  public EdgeAttributes attributes() {
    return attributes;
  }

  /** Merged by destination: all that end at a vertex come from its home, in order. */
  @Override
  public PartitionEdges partition(int partition) {
    final int count = Math.toIntExact(partitionEdges()[partition]);
    Columns columns = new Columns(count);
    Cursor[] cursors = new Cursor[cuts.shards()];
    Arrays.setAll(cursors, shard -> new Cursor(shard, partition));
    while (columns.size < count) {
      Cursor first = cursors[0];
      for (Cursor cursor : cursors) {
        first = cursor.destination < first.destination ? cursor : first;
      }
      first.copyRun(columns);
    }
    return columns.edges();
  }

  /** Edges of a partition in order. */
  private final class Columns {
    private final int[] sources;
    private final int[] destinations;
    private final int[] types;
    private final StagedValues values = new StagedValues(attributes, bytes -> {});
    private int size;

    Columns(int count) {
      sources = new int[count];
      destinations = new int[count];
      types = new int[edgeTypes == 1 ? 0 : count];
    }

    PartitionEdges edges() {
      return new PartitionEdges(sources, destinations, types, new Values(values));
    }
  }

  /** The edges that one shard has of a partition, of which a message at a time is held. */
  private final class Cursor {
    private static final int END = Integer.MAX_VALUE;

    private final int shard;
    private final int partition;
    private final float[] row = new float[attributes.featureDim()];
    private MessageReader message = new MessageReader(new byte[0]);
    private int read; // edges of the partition whose destination was read
    private int destination; // of the next edge, END behind the last

    Cursor(int shard, int partition) {
      this.shard = shard;
      this.partition = partition;
      advance();
    }

    /** Reads the destination of the next edge. */
    private void advance() {
      if (read == cuts.edges(shard, partition)) {
        destination = END;
        return;
      }
      int before = destination;
      if (message.atEnd()) {
        cancellation.check();
        message = new MessageReader(shards.edges(shard, partition, read));
        before = 0; // a message tells its first destination whole
      }
      final int next = before + message.index(numbering.vertices() - before);
      if (next < destination) {
        throw MessageReader.malformed(
            "edges at %d follow those at %d".formatted(next, destination));
      }
      destination = next;
      read++;
    }

    /** Copies all edges of the same destination. */
    void copyRun(Columns to) {
      final int of = destination;
      while (destination == of && of != END) {
        to.destinations[to.size] = of;
        to.sources[to.size] = message.index(numbering.vertices());
        final int type = message.index(edgeTypes);
        if (edgeTypes > 1) {
          to.types[to.size] = type;
        }
        final float weight = attributes.weight() ? message.bits() : 0;
        final long time = attributes.time() ? message.number() : 0;
        for (int i = 0; i < row.length; i++) {
          row[i] = message.bits();
        }
        to.values.add(weight, time, row);
        to.size++;
        advance();
      }
    }
  }

  private record Values(StagedValues values) implements NumberedEdgeValues {
    @Override
    public float weight(int edge) {
      return values.weight(edge);
    }

    @Override
    public long time(int edge) {
      return values.time(edge);
    }

    @Override
    public void readFeatures(int edge, float[] target, int offset) {
      values.readFeatures(edge, target, offset);
    }
  }
}
