// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import java.util.Arrays;

/**
 * Finds the rank of each entry of lists of which every shard has a part: one shard for each list
 * merges what all have. Lists are taken together until they have about {@value #MOST_RANKED}
 * entries.
 *
 * <p>For each list that another shard merges, a shard says, as {@link MessageWriter} writes
 * numbers: how many entries it has, and of each, in order, how much its first key is above the one
 * before, and its second key, less the one before if the first keys are the same. It hears of each
 * entry how many of others are between it and the one before.
 */
public final class RankExchange {
  private static final int MOST_RANKED = 1 << 20;
  private static final int ENTRY_BYTES = 12;

  private final ShardExchange exchange;
  private final Lists lists;

  /** What a shard has of the lists, each in order of its two keys. */
  public interface Lists {
    /** Number of lists. */
    int lists();

    /** Entries of a list that all shards have. */
    long total(int list);

    /** Entries of a list that this shard has. */
    int size(int list);

    /** First key of an entry, not negative. */
    long first(int list, int entry);

    /** Second key of an entry, not negative; no two entries have both keys. */
    long second(int list, int entry);

    /** Hears the place of an entry among those that all shards have of the list. */
    void rank(int list, int entry, int rank);
  }

  public RankExchange(ShardExchange exchange, Lists lists) {
    this.exchange = exchange;
    this.lists = lists;
  }

  /**
   * Bytes of the messages of a superstep.
   *
   * @param longest entries of the longest list
   * @param all entries of all lists
   */
  public static long estimateBytes(long longest, long all) {
    return (2L * MessageWriter.COPIES + 2) * ENTRY_BYTES * Math.min(all, longest + MOST_RANKED);
  }

  /** Two supersteps for some of the lists at a time, until all have their ranks. */
  public void find() {
    if (exchange.shards() == 1) {
      findAlone();
      return;
    }
    for (int from = 0; from < lists.lists(); ) {
      final int to = end(from);
      byte[][] said = new byte[exchange.shards()][];
      for (int shard = 0; shard < said.length; shard++) {
        said[shard] = said(shard, from, to);
      }
      take(exchange.exchange(ranked(exchange.exchange(said), from, to)), from, to);
      from = to;
    }
  }

  private void findAlone() {
    for (int p = 0; p < lists.lists(); p++) {
      for (int i = 0; i < lists.size(p); i++) {
        lists.rank(p, i, i);
      }
    }
  }

  /** The end of the lists that are taken together from one on; all shards agree. */
  private int end(int from) {
    long entries = 0;
    int to = from;
    while (to < lists.lists()
        && (to < from + exchange.shards() || entries + lists.total(to) <= MOST_RANKED)) {
      entries += lists.total(to++);
    }
    return to;
  }

  private boolean mergedBy(int shard, int list) {
    return list % exchange.shards() == shard;
  }

  private byte[] said(int shard, int from, int to) {
    final MessageWriter out = new MessageWriter();
    for (int p = from; p < to; p++) {
      if (!mergedBy(shard, p)) {
        continue;
      }
      out.number(lists.size(p));
      long first = 0;
      long second = 0;
      for (int i = 0; i < lists.size(p); i++) {
        final long nextFirst = lists.first(p, i);
        final long nextSecond = lists.second(p, i);
        out.number(nextFirst - first);
        out.number(nextFirst == first ? nextSecond - second : nextSecond);
        first = nextFirst;
        second = nextSecond;
      }
    }
    return out.toBytes();
  }

  private byte[][] ranked(byte[][] said, int from, int to) {
    final MessageReader[] in = new MessageReader[said.length];
    final MessageWriter[] out = new MessageWriter[said.length];
    Arrays.setAll(in, shard -> new MessageReader(said[shard]));
    Arrays.setAll(out, shard -> new MessageWriter());
    for (int p = from; p < to; p++) {
      if (mergedBy(exchange.shard(), p)) {
        merge(in, out);
      }
    }
    byte[][] answers = new byte[said.length][];
    Arrays.setAll(answers, shard -> out[shard].toBytes());
    return answers;
  }

  private static void merge(MessageReader[] in, MessageWriter[] out) {
    final Cursor[] cursors = new Cursor[in.length];
    Arrays.setAll(cursors, shard -> new Cursor(in[shard]));
    int rank = 0;
    for (int shard = least(cursors); shard >= 0; shard = least(cursors)) {
      out[shard].number(rank - cursors[shard].rank - 1L);
      cursors[shard].rank = rank++;
      cursors[shard].advance();
    }
  }

  private static int least(Cursor[] cursors) {
    int least = -1;
    for (int shard = 0; shard < cursors.length; shard++) {
      if (cursors[shard].left >= 0 && (least < 0 || cursors[shard].before(cursors[least]))) {
        least = shard;
      }
    }
    return least;
  }

  /** The entries of one shard. */
  private static final class Cursor {
    private final MessageReader in;
    private int left; // behind the entry that it is at; negative behind the last
    private long first;
    private long second;
    private int rank = -1; // of the last one

    Cursor(MessageReader in) {
      this.in = in;
      left = in.index(Integer.MAX_VALUE);
      advance();
    }

    void advance() {
      if (--left >= 0) {
        final long more = in.size();
        first += more;
        second = more == 0 ? second + in.size() : in.size();
      }
    }

    boolean before(Cursor other) {
      return first == other.first ? second < other.second : first < other.first;
    }
  }

  private void take(byte[][] answers, int from, int to) {
    final MessageReader[] in = new MessageReader[answers.length];
    Arrays.setAll(in, shard -> new MessageReader(answers[shard]));
    for (int p = from; p < to; p++) {
      final MessageReader ranks = in[p % answers.length];
      int rank = -1;
      for (int i = 0; i < lists.size(p); i++) {
        rank += 1 + ranks.index(Math.min(lists.total(p), Integer.MAX_VALUE) - 1 - rank);
        lists.rank(p, i, rank);
      }
    }
  }
}
