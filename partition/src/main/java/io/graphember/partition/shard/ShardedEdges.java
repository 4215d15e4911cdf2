// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.memory.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.staging.AssignmentFault;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeShards;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedValues;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.spi.Cancellation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph that several shards have cut, as the node sees them that places it. It holds
 * those of one partition at a time.
 */
public final class ShardedEdges implements PlacedEdges {
  private static final int EDGE_BYTES = 2 * 8 + 2 * 3 * 4; // keys to sort by; ends and types, twice

  private final EdgeShards shards;
  private final VertexNumbering numbering;
  private final EdgeAttributes attributes;
  private final Cancellation cancellation;
  private final int[][] shardEdges; // [shards, partitions]
  private final long[] partitionEdges;
  private final long[] typeEdges;
  private final short @Nullable [] masters; // null if none was named

  private ShardedEdges(
      EdgeShards shards,
      VertexNumbering numbering,
      EdgeAttributes attributes,
      Cancellation cancellation,
      int partitions,
      byte[][] summaries) {
    this.shards = shards;
    this.numbering = numbering;
    this.attributes = attributes;
    this.cancellation = cancellation;
    partitionEdges = new long[partitions];
    typeEdges = new long[numbering.edgeSchema().types().size()];
    shardEdges = new int[summaries.length][partitions];
    short @Nullable [] named = null;
    for (int shard = 0; shard < summaries.length; shard++) {
      MessageReader in = new MessageReader(summaries[shard]);
      in.index(ShardReplies.CUT + 1L);
      for (int p = 0; p < partitions; p++) {
        shardEdges[shard][p] = in.index(Integer.MAX_VALUE);
        partitionEdges[p] += shardEdges[shard][p];
      }
      for (int t = 0; t < typeEdges.length; t++) {
        typeEdges[t] += in.index(Integer.MAX_VALUE);
      }
      named = in.atEnd() ? named : masters(in, named);
    }
    masters = named;
  }

  /** A shard names the masters of all vertices, or of those that are at home in it. */
  private short[] masters(MessageReader in, short @Nullable [] before) {
    short[] named = before;
    if (named == null) {
      named = new short[vertices()];
      Arrays.fill(named, (short) EdgeAssignment.NO_MASTER);
    }
    for (int v = -1; !in.atEnd(); ) {
      v += 1 + in.index(named.length - 1L - v);
      named[v] = (short) in.index(partitionEdges.length);
    }
    return named;
  }

  /**
   * Has the shards cut what was staged.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#ASSIGNMENT_WRONG} if another tool's assignment is
   */
  public static ShardedEdges cut(
      GraphStaging staging,
      VertexNumbering numbering,
      int partitions,
      BuildProgress progress,
      Cancellation cancellation) {
    EdgeShards shards = staging.shards().orElseThrow();
    EdgeAttributes attributes =
        staging.header().edgeTypes().stream()
            .map(EdgeType::attributes)
            .reduce(EdgeAttributes.NONE, EdgeAttributes::or);
    byte[][] summaries = shards.cut(numbering.counts(), progress);
    for (byte[] summary : summaries) {
      MessageReader in = new MessageReader(summary);
      if (in.index(ShardReplies.FAULT + 1L) == ShardReplies.FAULT) {
        throw staging.wrongAssignment(
            AssignmentFault.read(in, numbering.vertices(), partitions), numbering);
      }
    }
    return new ShardedEdges(shards, numbering, attributes, cancellation, partitions, summaries);
  }

  /** Bytes of the edges of the largest partition. */
  public long largestBytes() {
    return Arrays.stream(partitionEdges).max().orElse(0) * (EDGE_BYTES + attributes.bytes());
  }

  @Override
  public int vertices() {
    return numbering.vertices();
  }

  @Override
  public int partitions() {
    return partitionEdges.length;
  }

  @Override
  public long[] partitionEdges() {
    return partitionEdges.clone();
  }

  @Override
  public long[] typeEdges() {
    return typeEdges.clone();
  }

  @Override
  public EdgeAttributes attributes() {
    return attributes;
  }

  @Override
  public int master(int vertex) {
    return masters == null ? EdgeAssignment.NO_MASTER : masters[vertex];
  }

  @Override
  public void forEachIncidence(IncidenceVisitor visitor) {
    for (int p = 0; p < partitionEdges.length; p++) {
      for (int shard = 0; shard < shards.shards(); shard++) {
        int next = 0;
        while (next < vertices()) {
          cancellation.check();
          next = visit(new MessageReader(shards.incidences(shard, p, next)), next, p, visitor);
        }
      }
    }
  }

  private int visit(MessageReader in, int first, int partition, IncidenceVisitor visitor) {
    final int next = in.index(vertices() + 1L);
    if (next <= first) {
      throw MessageReader.malformed("it goes on with vertex " + next);
    }
    int vertex = first - 1;
    while (!in.atEnd()) {
      vertex += 1 + in.index(vertices() - 1L - vertex);
      visitor.add(vertex, partition, in.index(Integer.MAX_VALUE), in.index(Integer.MAX_VALUE));
    }
    return next;
  }

  @Override
  public PartitionEdges partition(int partition) {
    Columns columns = new Columns(Math.toIntExact(partitionEdges[partition]));
    for (int shard = 0; shard < shards.shards(); shard++) {
      int first = 0;
      while (first < shardEdges[shard][partition]) {
        cancellation.check();
        first += columns.add(new MessageReader(shards.edges(shard, partition, first)));
      }
    }
    return columns.sorted();
  }

  /** Edges of a partition as they come from the shards. */
  private final class Columns {
    private final IntArray sources;
    private final IntArray destinations;
    private final IntArray types;
    private final StagedValues values = new StagedValues(attributes, bytes -> {});
    private final float[] row = new float[attributes.featureDim()];
    private final int announced;

    Columns(int announced) {
      this.announced = announced;
      sources = new IntArray(announced);
      destinations = new IntArray(announced);
      types = new IntArray(typeEdges.length == 1 ? 0 : announced);
    }

    /** Takes the edges of a message; how many there are, one at least. */
    int add(MessageReader in) {
      int destination = 0;
      int count = 0;
      for (; count == 0 || !in.atEnd(); count++) {
        destination += in.index(vertices() - destination);
        destinations.add(destination);
        sources.add(in.index(vertices()));
        final int type = in.index(typeEdges.length);
        if (typeEdges.length > 1) {
          types.add(type);
        }
        final float weight = attributes.weight() ? in.bits() : 0;
        final long time = attributes.time() ? in.number() : 0;
        for (int i = 0; i < row.length; i++) {
          row[i] = in.bits();
        }
        values.add(weight, time, row);
      }
      if (sources.size > announced) {
        throw MessageReader.malformed("a partition has more than %d edges".formatted(announced));
      }
      return count;
    }

    /** By destination; those of one come from one shard, in order. */
    PartitionEdges sorted() {
      if (sources.size < announced) {
        throw MessageReader.malformed(
            "a partition has %d of %d edges".formatted(sources.size, announced));
      }
      long[] keys = new long[announced];
      for (int i = 0; i < announced; i++) {
        keys[i] = (long) destinations.values[i] << 32 | i;
      }
      Arrays.sort(keys);
      int[] order = new int[announced];
      Arrays.setAll(order, i -> (int) keys[i]);
      return new PartitionEdges(
          permuted(sources, order),
          permuted(destinations, order),
          typeEdges.length == 1 ? new int[0] : permuted(types, order),
          new Values(values, order));
    }

    private int[] permuted(IntArray column, int[] order) {
      int[] permuted = new int[order.length];
      for (int i = 0; i < order.length; i++) {
        permuted[i] = column.values[order[i]];
      }
      return permuted;
    }
  }

  private record Values(StagedValues values, int[] order) implements NumberedEdgeValues {
    @Override
    public float weight(int edge) {
      return values.weight(order[edge]);
    }

    @Override
    public long time(int edge) {
      return values.time(order[edge]);
    }

    @Override
    public void readFeatures(int edge, float[] target, int offset) {
      values.readFeatures(order[edge], target, offset);
    }
  }
}
