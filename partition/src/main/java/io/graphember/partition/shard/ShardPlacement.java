// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.EdgeIncidences;
import io.graphember.partition.placement.HeldOutPairs;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.placement.SplitGroups;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.streaming.VertexReplicas;
import io.graphember.partition.write.PartitionWriter;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import java.util.function.LongConsumer;

/**
 * Places the vertices of a shard whose edges are cut, together with the other shards: chooses
 * masters, and gives vertices, edges and held-out edges their local numbers. Used by one thread.
 */
final class ShardPlacement {
  private final GraphSettings settings;
  private final GraphHeader header; // of the vertices here
  private final HomeVertices[] vertices; // of each type
  private final PlacedTable edges;
  private final StagedPairs pairs; // held out, by number
  private final LongConsumer reserve;
  private long kept;

  /**
   * A placement that has not begun.
   *
   * @param header of the graph that is stored
   * @param vertices at home here, of each type
   * @param edges that are here
   * @param pairs edges that are held out and begin here
   * @param reserve is told the bytes that are taken, before they are
   */
  ShardPlacement(
      GraphSettings settings,
      GraphHeader header,
      HomeVertices[] vertices,
      PlacedTable edges,
      StagedPairs pairs,
      LongConsumer reserve) {
    this.settings = settings;
    this.header = header;
    this.vertices = vertices;
    this.edges = edges;
    this.pairs = pairs;
    this.reserve = reserve;
  }

  /** Bytes that are kept once it is done, those of a partition that is written among them. */
  long keptBytes() {
    return kept;
  }

  /** Places all. */
  PlacedShard place(KnownVertices known, ShardExchange exchange) {
    final LocalVertices local = known.vertices();
    final long ofLocal = LocalVertices.estimateBytes(local.size(), local.rows());
    reserve.accept(ofLocal + ShardCuts.estimateBytes(exchange.shards(), settings.partitions()));
    final ShardCuts cuts = ShardCuts.exchanged(edges, exchange);
    EdgeTable.requirePartitions(cuts.partitionEdges());
    final long taken = cuts.bytes() + ofLocal;
    final ReplicaTable replicas = number(taken, local, known.numbering(), exchange);
    final HeldOutPairs heldOut = new HeldOutPairs(pairs, replicas, exchange);
    kept = taken + HeldOutPairs.bytes(pairs) + replicas.bytes() + mostWriting(cuts, replicas);
    reserve.accept(kept);
    return new PlacedShard(header, cuts, edges, replicas, vertices, heldOut);
  }

  /** Chooses masters and gives vertices their local numbers, and edges theirs. */
  private ReplicaTable number(
      long taken, LocalVertices local, VertexNumbering numbering, ShardExchange exchange) {
    final int partitions = settings.partitions();
    final MasterGroups groups =
        settings.balanceSplits()
            ? new SplitGroups(local, numbering, HomeVertices.splits(vertices))
            : MasterGroups.NO_GROUPS;
    final long others =
        taken
            + HeldOutPairs.bytes(pairs)
            + groups.bytes(partitions)
            + EdgeIncidences.estimateBytes(numbering.vertices(), edges.edges(), partitions);
    reserve.accept(others + VertexReplicas.estimateBytes(local.rows(), partitions));
    final EdgeIncidences incidences = new EdgeIncidences(edges, local, exchange);
    final ReplicaTable replicas =
        ReplicaTable.of(
            incidences,
            local,
            numbering,
            groups,
            exchange,
            bytes -> reserve.accept(others + bytes));
    incidences.number(replicas);
    return replicas;
  }

  /** Bytes that the largest partition takes while it is written: known before the first is. */
  private long mostWriting(ShardCuts cuts, ReplicaTable replicas) {
    final EdgeAttributes attributes = edges.attributes();
    final long[] counts = cuts.partitionEdges();
    long most = 0;
    for (int p = 0; p < counts.length; p++) {
      most =
          Math.max(
              most,
              ShardedEdges.bytes(counts[p], attributes)
                  + PartitionWriter.bytes(counts[p], attributes, replicas, p));
    }
    return most + Math.min((long) cuts.shards() * PlacedShard.REPLY_BYTES, masterBytes(replicas));
  }

  /** Bytes of the columns of the masters of the largest partition: no answer has more. */
  private long masterBytes(ReplicaTable replicas) {
    long row = 0;
    for (VertexType type : header.vertexTypes()) {
      row = Math.max(row, PlacedShard.rowBytes(type));
    }
    long masters = 0;
    for (int p = 0; p < replicas.partitions(); p++) {
      masters = Math.max(masters, replicas.masters(p));
    }
    return masters * row;
  }
}
