// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.memory.kernel.MultipliedRows;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Finds for each of some heads the tails with the highest scores, by scoring every pair. Heads come
 * in groups that fit a share of memory, and all tails pass by once a group, in blocks of {@value
 * #BLOCK}: memory does not grow with the graph. O(heads tails width). The result depends neither on
 * the threads nor on the order of heads and tails. Used by one thread.
 *
 * @param <K> keys, all of one class
 */
public final class CandidateSearch<K extends Comparable<K>> {
  private static final int BLOCK = 512;
  private static final int HEADS_AT_ONCE = 64;

  private final PairScorer scorer;
  private final int most;
  private final Workers workers;
  private final Cancellation cancellation;
  private final Rows<K> tails;
  private final BiConsumer<K, Map<K, Float>> output;
  private final List<K> headKeys = new ArrayList<>();
  private final float[] heads; // prepared
  private final List<K> tailKeys = new ArrayList<>();
  private final float[] block; // prepared and transposed
  private final float[][] scores; // of each worker

  /**
   * Rows of vertices by their keys.
   *
   * @param <K> keys
   */
  @FunctionalInterface
  public interface Rows<K> {
    /** Gives all rows, each once, in any order. */
    void each(BiConsumer<K, float[]> consumer);
  }

  /**
   * A search.
   *
   * @param most candidates of a head, at least 1
   * @param group heads of a group, at least 1
   * @param tails rows of all candidates
   * @param output takes each head with its candidates, the best first; never the head itself
   */
  public CandidateSearch(
      PairScorer scorer,
      int most,
      int group,
      Workers workers,
      Cancellation cancellation,
      Rows<K> tails,
      BiConsumer<K, Map<K, Float>> output) {
    this.scorer = scorer;
    this.most = most;
    this.workers = workers;
    this.cancellation = cancellation;
    this.tails = tails;
    this.output = output;
    this.heads = new float[Math.multiplyExact(group, scorer.width())];
    this.block = new float[scorer.width() * MultipliedRows.stride(BLOCK)];
    this.scores = new float[workers.count()][];
  }

  /**
   * Bytes that a search takes.
   *
   * @param keyBytes of a key
   */
  public static long bytes(int width, int most, int group, int workers, int keyBytes) {
    final long perHead = 4L * width + keyBytes + most * (8L + keyBytes);
    final long perWorker = 4L * HEADS_AT_ONCE * (BLOCK + width);
    return group * perHead + 4L * width * BLOCK + workers * perWorker;
  }

  /**
   * Searches for the candidates of all heads.
   *
   * @return how many heads there were
   * @throws io.graphember.spi.error.GraphemberException cancelled
   */
  public long run(Rows<K> allHeads) {
    final int group = heads.length / scorer.width();
    final long[] count = new long[1];
    allHeads.each(
        (key, row) -> {
          scorer.head(row, heads, headKeys.size() * scorer.width());
          headKeys.add(key);
          if (headKeys.size() == group) {
            count[0] += endGroup();
          }
        });
    return count[0] + endGroup();
  }

  private int endGroup() {
    final int count = headKeys.size();
    if (count == 0) {
      return 0;
    }
    BestCandidates<K> best = new BestCandidates<>(count, most);
    tails.each(
        (key, row) -> {
          scorer.tail(row, block, tailKeys.size(), BLOCK);
          tailKeys.add(key);
          if (tailKeys.size() == BLOCK) {
            endBlock(best);
          }
        });
    endBlock(best);
    for (int head = 0; head < count; head++) {
      output.accept(headKeys.get(head), best.of(head));
    }
    headKeys.clear();
    return count;
  }

  private void endBlock(BestCandidates<K> best) {
    cancellation.check();
    workers.each(
        headKeys.size(), HEADS_AT_ONCE, (worker, from, to) -> score(worker, from, to, best));
    tailKeys.clear();
  }

  private void score(int worker, int from, int to, BestCandidates<K> best) {
    if (scores[worker] == null) {
      scores[worker] = new float[HEADS_AT_ONCE * BLOCK];
    }
    for (int first = from; first < to; first += HEADS_AT_ONCE) {
      final int count = Math.min(to - first, HEADS_AT_ONCE);
      scorer.score(heads, first, count, block, BLOCK, scores[worker]);
      for (int i = 0; i < count; i++) {
        choose(first + i, scores[worker], i * BLOCK, best);
      }
    }
  }

  private void choose(int head, float[] row, int at, BestCandidates<K> best) {
    for (int t = 0; t < tailKeys.size(); t++) {
      if (row[at + t] >= best.least(head) && !tailKeys.get(t).equals(headKeys.get(head))) {
        best.offer(head, tailKeys.get(t), row[at + t]);
      }
    }
  }
}
