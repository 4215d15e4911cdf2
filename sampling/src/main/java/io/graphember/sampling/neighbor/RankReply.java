// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.memory.array.IntArray;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.sampling.op.VertexTable;

/**
 * A partition's answer to a {@link RankRequest}.
 *
 * @see RankedEdges
 */
final class RankReply implements PartitionReply {
  private final int[] counts;
  private final int[] neighbors;
  private final int[] edges;
  private final long[] ranks;
  private final VertexTable vertices;

  /**
   * A reply.
   *
   * @param counts edges of each vertex that was asked for
   * @param neighbors row of each edge's other end in {@code vertices}
   * @param edges number of each edge in the partition, -1 where edges carry nothing
   * @param ranks rank of each edge
   * @param vertices the distinct neighbours
   */
  RankReply(int[] counts, int[] neighbors, int[] edges, long[] ranks, VertexTable vertices) {
    this.counts = counts;
    this.neighbors = neighbors;
    this.edges = edges;
    this.ranks = ranks;
    this.vertices = vertices;
  }

  VertexTable vertices() {
    return vertices;
  }

  @Override
  public long bytes() {
    return 4L * (counts.length + (long) neighbors.length + edges.length)
        + 8L * ranks.length
        + vertices.bytes();
  }

  /**
   * The edges, checked.
   *
   * @param vertexCount how many vertices were asked for
   * @param fanout how many edges of each may come, or {@link UniformNeighbors#ALL}
   */
  void copyTo(RankedEdges target, int vertexCount, int fanout) {
    long total = 0;
    boolean good = counts.length == vertexCount;
    for (int count : counts) {
      good &= count >= 0 && (fanout == UniformNeighbors.ALL || count <= fanout);
      total += count;
    }
    good &= total == neighbors.length && total == ranks.length && total == edges.length;
    for (int neighbor : neighbors) {
      good &= neighbor >= 0 && neighbor < vertices.vids().length;
    }
    if (!good) {
      throw Frontier.mismatch("ranked edges that do not fit what it was asked");
    }
    target.clear();
    copy(counts, target.counts);
    copy(neighbors, target.neighbors);
    copy(edges, target.edges);
    for (long rank : ranks) {
      target.ranks.add(rank);
    }
  }

  private static void copy(int[] from, IntArray target) {
    for (int value : from) {
      target.add(value);
    }
  }
}
