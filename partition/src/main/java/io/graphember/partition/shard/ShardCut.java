// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.EdgewisePartitioner;
import io.graphember.partition.ShardPartitioner;
import io.graphember.partition.addition.CutExtension;
import io.graphember.partition.exchange.AllEdges;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexCounts;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Cuts the edges of a shard together with the other shards, in the way that the partitioner can:
 * each edge by itself, the vertices of each shard at once, or all edges in every shard. Used once.
 */
final class ShardCut {
  /**
   * Of what partitioners tell other shards at once: a byte of each edge in an array that grows, and
   * one that comes.
   */
  private static final int MESSAGE_EDGE_BYTES = 3;

  /** Of the split of a vertex, as a number that is completed and as a code. */
  private static final int SPLIT_BYTES = 4 + 1 + MessageWriter.COPIES;

  private final GraphSettings settings;
  private final EdgeTable edges;
  private final LocalVertices known;
  private final ShardExchange exchange;
  private final LongConsumer reserve;

  /**
   * A cut that has not begun.
   *
   * @param known vertices that the shard knows
   * @param reserve is told the bytes that are taken beside the table and the answer, before they
   *     are
   */
  ShardCut(
      GraphSettings settings,
      EdgeTable edges,
      LocalVertices known,
      ShardExchange exchange,
      LongConsumer reserve) {
    this.settings = settings;
    this.edges = edges;
    this.known = known;
    this.exchange = exchange;
    this.reserve = reserve;
  }

  private EdgeAssignment open() {
    return new EdgeAssignment(known.size(), (int) edges.edges(), settings.partitions());
  }

  /**
   * Goes on with the cut of a base version.
   *
   * @param masters of the version, of each vertex type
   */
  EdgeAssignment extended(
      List<PartitionRanges> masters, BuildProgress progress, Cancellation cancellation) {
    final SharedVertices shared = SharedVertices.of(known, exchange, reserve);
    reserve.accept(
        shared.bytes()
            + CutExtension.estimateBytes(
                known.size(), known.rows(), edges.edges(), settings.partitions()));
    return new CutExtension(edges, shared, settings.partitions(), progress, cancellation)
        .of(masters);
  }

  /**
   * Reserves what a partitioner needs that looks at each edge by itself.
   *
   * @param rows edges, or what was said of them if that is more
   */
  void reserveEdgewise(Partitioner partitioner, long rows) {
    reserve.accept(
        partitioner.estimateBytes(
            edges.vertices(), rows, settings.partitions(), settings.partitionerOptions()));
  }

  /**
   * The answer of a partitioner.
   *
   * @param splits of the vertices at home here, by row
   * @param rows edges, or what was said of them if that is more
   */
  EdgeAssignment by(
      Partitioner partitioner, PartitioningRequest request, VertexSplits splits, long rows) {
    final EdgeAssignment assignment = open();
    if (partitioner instanceof EdgewisePartitioner edgewise) {
      reserveEdgewise(partitioner, rows);
      edgewise.partition(edges, known::number, request, assignment);
    } else if (partitioner instanceof ShardPartitioner together
        && together.shares(known.total(), exchange.sums(edges.edges())[0])) {
      together.partition(share(together), request, assignment);
    } else {
      final GraphNumbers numbers = numbers();
      final AllEdges all = allEdges(numbers, partitioner);
      final PartitioningRequest typed = request.with(numbers.types());
      partitioner.partition(
          all,
          partitioner.readsSplits(request.options()) ? typed.with(all(splits, numbers)) : typed,
          all.own(numbers.sink(assignment)));
    }
    assignment.complete();
    return assignment;
  }

  /** What this shard has of the graph that is cut. */
  private GraphShard share(ShardPartitioner partitioner) {
    final SharedVertices named = SharedVertices.of(known, exchange, reserve);
    reserve.accept(named.bytes() + IncidentEdges.messageBytes(edges.edges()));
    final byte[][] told = IncidentEdges.messages(edges, named);
    final long elsewhere = IncidentEdges.announced(told);
    final byte[][] messages = exchange.exchange(told);
    final long come = IncidentEdges.announced(messages);
    final long incident =
        IncidentEdges.estimateBytes(known.size(), known.rows(), come, known.total());
    reserve.accept(incident + named.bytes() + IncidentEdges.messageBytes(come));
    final IncidentEdges all = IncidentEdges.of(edges, messages, named);
    final long vertices = all.vertices();
    final SharedVertices shared =
        SharedVertices.of(all.local(), exchange, bytes -> reserve.accept(incident + bytes));
    reserve.accept(
        incident
            + shared.bytes()
            + MESSAGE_EDGE_BYTES * all.edges()
            + partitioner.estimateShardBytes(
                vertices,
                known.rows(),
                all.edges(),
                2 * edges.edges() - elsewhere + come,
                settings.partitions()));
    return new GraphShard(all, shared);
  }

  private GraphNumbers numbers() {
    GraphNumbers.requireFew(known.total());
    reserve.accept(GraphNumbers.estimateBytes(known.total(), known.rows()));
    return GraphNumbers.of(known, exchange);
  }

  /** The splits of all vertices, of which each shard knows those at home there. */
  private VertexSplits all(VertexSplits splits, GraphNumbers numbers) {
    final int[] codes = new int[numbers.vertices()];
    for (int row = 0; row < known.rows(); row++) {
      codes[numbers.of(known.vertex(row))] = splits.of(row);
    }
    new VertexCounts(numbers.homes(), exchange).complete(codes);
    final byte[] all = new byte[codes.length];
    for (int v = 0; v < all.length; v++) {
      all[v] = (byte) codes[v];
    }
    return vertex -> all[vertex];
  }

  private AllEdges allEdges(GraphNumbers numbers, Partitioner partitioner) {
    final long ofVertex =
        4 + (partitioner.readsSplits(settings.partitionerOptions()) ? SPLIT_BYTES : 0);
    final long kept = VertexHomes.estimateBytes(numbers.vertices()) + ofVertex * numbers.vertices();
    reserve.accept(kept);
    int[] inDegrees = new int[numbers.vertices()];
    for (int v = 0; v < edges.vertices(); v++) {
      inDegrees[numbers.of(v)] = edges.inDegree(v);
    }
    AllEdges all =
        new AllEdges(inDegrees, numbers.homes(), exchange, () -> new TableWalk(edges, numbers));
    reserve.accept(
        kept
            + partitioner.estimateBytes(
                all.vertices(), all.edges(), settings.partitions(), settings.partitionerOptions()));
    return all;
  }
}
