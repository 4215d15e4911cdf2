// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Finds for each of some heads the tails with the highest scores. Heads come in groups that fit a
 * share of memory; a {@link TailSearch} looks for the tails of a group. The result does not depend
 * on the order of heads. Used by one thread.
 *
 * @param <H> keys of heads
 * @param <T> keys of tails, all of one class
 */
public final class CandidateSearch<H, T extends Comparable<T>> {
  private final PairScorer scorer;
  private final int most;
  private final TailSearch<T> tails;
  private final KnownPairs known;
  private final BiConsumer<H, Map<T, Float>> output;
  private final List<H> headKeys = new ArrayList<>();
  private final long[] headIds;
  private final float[] heads; // prepared

  /**
   * Rows of vertices.
   *
   * @param <K> keys
   */
  @FunctionalInterface
  public interface Rows<K> {
    /** Gives all rows, each once, in any order. */
    void each(RowConsumer<K> consumer);
  }

  /**
   * Takes rows of vertices.
   *
   * @param <K> keys
   */
  @FunctionalInterface
  public interface RowConsumer<K> {
    /** Takes the row of the vertex of a key and an id. */
    void accept(K key, long id, float[] row);
  }

  /**
   * A search.
   *
   * @param most candidates of a head, at least 1
   * @param group heads of a group, at least 1
   * @param tails finds them
   * @param known pairs that are left out
   * @param output takes each head with its candidates, the best first; never the head itself
   */
  public CandidateSearch(
      PairScorer scorer,
      int most,
      int group,
      TailSearch<T> tails,
      KnownPairs known,
      BiConsumer<H, Map<T, Float>> output) {
    this.scorer = scorer;
    this.most = most;
    this.tails = tails;
    this.known = known;
    this.output = output;
    this.headIds = new long[group];
    this.heads = new float[Math.multiplyExact(group, scorer.width())];
  }

  /**
   * Bytes that a head of a group takes, without those of the search for tails.
   *
   * @param keyBytes of a key
   */
  public static long bytes(int width, int most, int keyBytes) {
    return 4L * width + 8 + keyBytes + most * (8L + keyBytes);
  }

  /**
   * Searches for the candidates of all heads.
   *
   * @return how many heads there were
   * @throws io.graphember.spi.error.GraphemberException cancelled
   */
  public long run(Rows<H> allHeads) {
    final int group = heads.length / scorer.width();
    final long[] count = new long[1];
    allHeads.each(
        (key, id, row) -> {
          scorer.head(row, heads, headKeys.size() * scorer.width());
          headIds[headKeys.size()] = id;
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
    BestCandidates<T> best = new BestCandidates<>(count, most);
    tails.search(new HeadGroup(heads, headIds, count, known.tails(headIds, count)), best);
    for (int head = 0; head < count; head++) {
      output.accept(headKeys.get(head), best.of(head));
    }
    headKeys.clear();
    return count;
  }
}
