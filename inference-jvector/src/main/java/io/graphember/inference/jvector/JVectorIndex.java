// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.github.jbellis.jvector.graph.GraphSearcher;
import io.github.jbellis.jvector.graph.SearchResult;
import io.github.jbellis.jvector.util.Bits;
import io.graphember.inference.similar.BlockSearch;
import io.graphember.inference.similar.NearestRows;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowQuery;
import io.graphember.schema.Similarity;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A graph of near rows, and searches that walk it. By dot products a few long rows may be the best
 * ones for nearly every query, and one of them may be where no walk gets to: all queries would miss
 * it. So the longest rows are looked at in every search. Immutable but for what searches keep.
 */
final class JVectorIndex implements RowIndex {
  private final RowBlocks rows;
  private final Similarity similarity;
  private final RowSpace space;
  private final NeighborLists graph;
  private final int leastBeam;
  private final RowIndex scan;
  private final int[] longest; // ascending numbers of rows; empty for cosines
  // Kept for what they have allocated: as many as have searched at once.
  private final Queue<GraphSearcher> idle = new ConcurrentLinkedQueue<>();

  /**
   * An index.
   *
   * @param leastBeam rows that a search keeps on its way, though fewer be asked for
   */
  JVectorIndex(
      RowBlocks rows, Similarity similarity, RowSpace space, NeighborLists graph, int leastBeam) {
    this.rows = rows;
    this.similarity = similarity;
    this.space = space;
    this.graph = graph;
    this.leastBeam = leastBeam;
    this.scan = new BlockSearch(rows);
    this.longest = similarity == Similarity.DOT ? LongestRows.of(rows) : new int[0];
  }

  @Override
  public boolean exact() {
    return false;
  }

  @Override
  public boolean answers(Similarity asked) {
    return asked == similarity;
  }

  @Override
  public void search(RowQuery query, NearestRows best) {
    final int beam = Math.max(leastBeam, 2 * best.most());
    if (beam >= rows.size()) { // a walk that comes to all of them may still miss one
      scan.search(query, best);
      return;
    }
    final GraphSearcher searcher =
        Optional.ofNullable(idle.poll()).orElseGet(() -> new GraphSearcher(graph));
    final SearchResult found =
        searcher.search(SpaceScores.by(row -> space.score(query, row)), beam, 0, Bits.ALL);
    idle.add(searcher);
    for (int row : longest) {
      best.offer(row, rows.score(query, row));
    }
    for (SearchResult.NodeScore near : found.getNodes()) {
      if (Arrays.binarySearch(longest, near.node) < 0) {
        best.offer(near.node, rows.score(query, near.node));
      }
    }
  }

  @Override
  public long bytes() {
    return graph.ramBytesUsed() + space.bytes();
  }
}
