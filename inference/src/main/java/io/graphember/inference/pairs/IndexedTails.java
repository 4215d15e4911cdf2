// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.inference.similar.BlockSearch;
import io.graphember.inference.similar.NearestRows;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.inference.similar.RowQuery;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.array.LongArray;
import io.graphember.schema.Similarity;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Searches by an approximate index of all tails, which lie in memory: misses some candidates, and
 * scores those that it finds exactly. Of scorers whose scores are {@linkplain
 * PairScorer#isProduct() products}. The tails that a head is not to get are asked for as well and
 * left out then; a head with very many of them goes through all tails. Used by one thread, which
 * has workers.
 *
 * @param <T> keys of tails, all of one class
 */
public final class IndexedTails<T extends Comparable<T>> implements TailSearch<T> {
  private static final int HEADS_AT_ONCE = 16;
  private static final int MOST_KNOWN = 1024;
  private static final int LEAST_NEAR =
      100; // rows that are looked for: more miss fewer of the best
  private static final int ID_BYTES = 16; // of arrays that double

  private final PairScorer scorer;
  private final int most;
  private final RowBlocks rows; // prepared
  private final List<T> keys;
  private final LongArray ids;
  private final RowIndex index;
  private final RowIndex scan;
  private final Workers workers;
  private final Cancellation cancellation;

  private IndexedTails(
      PairScorer scorer,
      int most,
      Collected<T> tails,
      RowIndex index,
      Workers workers,
      Cancellation cancellation) {
    this.scorer = scorer;
    this.most = most;
    this.rows = tails.rows;
    this.keys = tails.keys;
    this.ids = tails.ids;
    this.index = index;
    this.scan = new BlockSearch(rows);
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /** Tails in memory. */
  private record Collected<T>(RowBlocks rows, List<T> keys, LongArray ids) {}

  /**
   * Reads tails and builds an index of them.
   *
   * @param most candidates of a head, at least 1
   * @param tails rows of all candidates
   * @param builder of the index
   * @param workers build it, and search, together
   * @param memory takes what tails and index need before it is allocated
   * @param keyBytes of a key
   * @throws io.graphember.spi.error.GraphemberException cancelled, or if memory does not suffice
   */
  public static <T extends Comparable<T>> IndexedTails<T> of(
      PairScorer scorer,
      int most,
      CandidateSearch.Rows<T> tails,
      RowIndexBuilder builder,
      Workers workers,
      Cancellation cancellation,
      MemoryBudget.Reservation memory,
      int keyBytes) {
    final Collected<T> collected = collect(scorer, tails, memory, keyBytes);
    if (collected.rows().size() == 0) {
      return new IndexedTails<>(
          scorer, most, collected, new BlockSearch(collected.rows()), workers, cancellation);
    }
    final long before = memory.bytes();
    memory.grow(builder.bytes(collected.rows().size(), collected.rows().dim()));
    final RowIndex index = builder.build(collected.rows(), Similarity.DOT, workers, cancellation);
    memory.shrinkTo(before + index.bytes());
    return new IndexedTails<>(scorer, most, collected, index, workers, cancellation);
  }

  private static <T extends Comparable<T>> Collected<T> collect(
      PairScorer scorer,
      CandidateSearch.Rows<T> tails,
      MemoryBudget.Reservation memory,
      int keyBytes) {
    final RowBlocks.Builder rows =
        new RowBlocks.Builder(
            scorer.width(),
            bytes ->
                memory.grow(
                    bytes + bytes / (Float.BYTES * (scorer.width() + 1L)) * (keyBytes + ID_BYTES)));
    final List<T> keys = new ArrayList<>();
    final LongArray ids = new LongArray(1024);
    final float[] prepared = new float[scorer.width()];
    tails.each(
        (key, id, row) -> {
          scorer.tail(row, prepared, 0, 1);
          rows.add(prepared);
          keys.add(key);
          ids.add(id);
        });
    return new Collected<>(rows.build(), keys, ids);
  }

  @Override
  public void search(HeadGroup heads, BestCandidates<T> best) {
    workers.each(
        heads.count(),
        HEADS_AT_ONCE,
        (worker, from, to) -> {
          cancellation.check();
          for (int head = from; head < to; head++) {
            search(heads, head, best);
          }
        });
  }

  private void search(HeadGroup heads, int head, BestCandidates<T> best) {
    final int at = head * scorer.width();
    final int known = heads.known()[head].length;
    final NearestRows near =
        new NearestRows(Math.min(rows.size(), most + 1 + known), this::compareKeys);
    final RowQuery query =
        new RowQuery(Arrays.copyOfRange(heads.rows(), at, at + scorer.width()), Similarity.DOT);
    (known > MOST_KNOWN ? scan : index).search(query, near);
    final float[] score = new float[1];
    for (int place = 0; place < near.count(); place++) {
      final int row = near.row(place);
      if (heads.takes(head, ids.values[row])) {
        scorer.score(heads.rows(), at, rows.block(row), rows.start(row), score);
        best.offer(head, keys.get(row), score[0]);
      }
    }
  }

  private int compareKeys(int row, int other) {
    return keys.get(row).compareTo(keys.get(other));
  }
}
