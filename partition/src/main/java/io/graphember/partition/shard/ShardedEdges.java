// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.StagedValues;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.spi.Cancellation;
import java.util.List;

/**
 * The edges of a graph that several shards keep, asked of them a partition at a time, one shard
 * after the other: all that end at a vertex come from its home, in order. Used by one thread.
 */
final class ShardedEdges implements PlacedEdges {
  private static final int EDGE_BYTES = 3 * 4; // ends and type

  private final ShardReads shards;
  private final ShardCuts cuts;
  private final ReplicaTable replicas;
  private final EdgeAttributes attributes;
  private final List<EdgeType> types;
  private final Cancellation cancellation;

  /**
   * The edges of all shards.
   *
   * @param own what one of them has
   */
  ShardedEdges(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.cuts = own.cuts();
    this.replicas = own.replicas();
    this.attributes = own.edges().attributes();
    this.types = own.edges().types();
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
  public List<EdgeType> types() {
    return types;
  }

  @Override
  public EdgeAttributes attributes() {
    return attributes;
  }

  @Override
  public PartitionEdges partition(int partition) {
    final int count = Math.toIntExact(partitionEdges()[partition]);
    Columns columns = new Columns(count, replicas.vertices(partition));
    for (int shard = 0; shard < cuts.shards(); shard++) {
      for (int read = 0; read < cuts.edges(shard, partition); ) {
        cancellation.check();
        final int more =
            columns.read(
                new MessageReader(shards.edges(shard, partition, read)),
                cuts.edges(shard, partition) - read);
        read += more;
      }
    }
    return columns.edges();
  }

  /** Edges of a partition as they come. */
  private final class Columns {
    private final int vertices;
    private final int[] sources;
    private final int[] destinations;
    private final int[] typeOf;
    private final float[] row = new float[attributes.featureDim()];
    private final StagedValues values = new StagedValues(attributes, bytes -> {});
    private int size;

    Columns(int count, int vertices) {
      this.vertices = vertices;
      sources = new int[count];
      destinations = new int[count];
      typeOf = new int[types.size() == 1 ? 0 : count];
    }

    PartitionEdges edges() {
      return new PartitionEdges(sources, destinations, typeOf, new Values(values));
    }

    /**
     * Takes a message.
     *
     * @param most edges that it may have
     * @return how many it has
     */
    int read(MessageReader in, int most) {
      int count = 0;
      long destination = 0;
      for (; !in.atEnd() && count < most; count++) {
        final long difference = in.number();
        destination += difference >>> 1 ^ -(difference & 1);
        destinations[size] = MessageReader.index(destination, vertices);
        sources[size] = in.index(vertices);
        final int type = in.index(types.size());
        if (typeOf.length > 0) {
          typeOf[size] = type;
        }
        final float weight = attributes.weight() ? in.bits() : 0;
        final long time = attributes.time() ? in.number() : 0;
        for (int i = 0; i < row.length; i++) {
          row[i] = in.bits();
        }
        values.add(weight, time, row);
        size++;
      }
      if (count == 0 || !in.atEnd()) {
        throw MessageReader.malformed(
            "it has %s edges than the %d of a partition"
                .formatted(count == 0 ? "less" : "more", most));
      }
      return count;
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
