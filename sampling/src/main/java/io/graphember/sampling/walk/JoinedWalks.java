// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.graph.id.Vid;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Walks along all edges alike over the joined lists of partitions that all lie in this process. A
 * step of a group goes in stages: the lists of all walks, an edge for each, its end, so that there
 * are as many cache misses that do not wait for each other.
 */
final class JoinedWalks implements RandomWalks.Steps {
  private static final int GROUP = 512;
  private static final int NOWHERE = -1;

  private final Replies replies;
  private final WalkRule rule;
  private final JoinedLists lists;
  private final ResidentPartition[] residents;
  private final long[] followed; // edges of each partition
  private final int[] walking = new int[GROUP]; // walks that have not ended
  private final int[] at = new int[GROUP]; // place of each walk
  private final int[] starts = new int[GROUP]; // where it began
  private final int[] stepping = new int[GROUP]; // walks that follow an edge
  private final int[] edges = new int[GROUP]; // of these: the first one, the chosen one, its entry
  private final int[] degrees = new int[GROUP];

  private JoinedWalks(PartitionClient client, Replies replies, WalkRule rule, JoinedLists lists) {
    this.replies = replies;
    this.rule = rule;
    this.lists = lists;
    this.residents = new ResidentPartition[client.partitions()];
    Arrays.setAll(residents, p -> client.resident(p).orElseThrow());
    this.followed = new long[residents.length];
  }

  /** Walks, if lists are joined and steps follow edges of any type and one direction, all alike. */
  static Optional<RandomWalks.Steps> of(PartitionClient client, Replies replies, WalkRule rule) {
    final boolean plain =
        !rule.byWeight()
            && !rule.secondOrder()
            && rule.edgeTypes().length == 0
            && rule.direction() != Direction.BOTH;
    return plain
        ? client
            .joined(rule.direction() == Direction.IN)
            .map(lists -> new JoinedWalks(client, replies, rule, lists))
        : Optional.empty();
  }

  @Override
  public int group(int walks) {
    return GROUP;
  }

  @Override
  public void walk(long[] from, int first, long key, long[] walks) {
    final WalkDraws draws = new WalkDraws(rule, key, first, from.length);
    final int stride = rule.length() + 1;
    for (int w = 0; w < from.length; w++) {
      requireVertex(from[w]);
      walks[(first + w) * stride] = from[w];
      starts[w] = lists.place(from[w]);
      at[w] = starts[w];
      walking[w] = w;
    }
    int left = from.length;
    for (int step = 0; step < rule.length() && left > 0; step++) {
      replies.cancellation().check();
      final int stepping = restart(left, step, draws);
      find(stepping);
      choose(stepping, step, draws);
      follow(stepping);
      left = write(left, first, step, walks);
    }
    for (int p = 0; p < residents.length; p++) {
      if (followed[p] > 0) {
        residents[p].gathered(followed[p]);
        followed[p] = 0;
      }
    }
  }

  /** Walks that restart are at their start again; how many of the others are to step. */
  private int restart(int left, int step, WalkDraws draws) {
    if (rule.restart() == 0) {
      System.arraycopy(walking, 0, stepping, 0, left);
      return left;
    }
    int count = 0;
    for (int i = 0; i < left; i++) {
      final int w = walking[i];
      if (draws.restarts(w, step)) {
        at[w] = starts[w];
      } else {
        stepping[count++] = w;
      }
    }
    return count;
  }

  private void find(int count) {
    final int[] starts = lists.starts();
    for (int i = 0; i < count; i++) {
      final int place = at[stepping[i]];
      edges[i] = starts[place];
      degrees[i] = starts[place + 1] - edges[i];
    }
  }

  private void choose(int count, int step, WalkDraws draws) {
    for (int i = 0; i < count; i++) {
      edges[i] =
          degrees[i] == 0
              ? NOWHERE
              : edges[i] + CounterRandom.bounded(draws.bits(stepping[i], step, 0), degrees[i]);
    }
  }

  private void follow(int count) {
    final int[] entries = lists.entries();
    final int bits = lists.placeBits();
    final int mask = (1 << bits) - 1;
    for (int i = 0; i < count; i++) {
      edges[i] = edges[i] == NOWHERE ? NOWHERE : entries[edges[i]];
    }
    for (int i = 0; i < count; i++) {
      if (degrees[i] == 0) {
        at[stepping[i]] = NOWHERE;
      } else {
        at[stepping[i]] = edges[i] & mask;
        followed[edges[i] >>> bits]++;
      }
    }
  }

  /** Writes where the walks are; how many have not ended. */
  private int write(int left, int first, int step, long[] walks) {
    final int stride = rule.length() + 1;
    final int bits = lists.localBits();
    final int mask = (1 << bits) - 1;
    int kept = 0;
    for (int i = 0; i < left; i++) {
      final int w = walking[i];
      final int to = (first + w) * stride + step + 1;
      if (at[w] == NOWHERE) {
        Arrays.fill(walks, to, to + rule.length() - step, RandomWalks.END);
      } else {
        walks[to] = Vid.of(at[w] >>> bits, at[w] & mask);
        walking[kept++] = w;
      }
    }
    return kept;
  }

  private void requireVertex(long vid) {
    final int p = Vid.partition(vid);
    if (p < 0 || p >= residents.length || vid - Vid.of(p, 0) >= residents[p].topology().masters()) {
      throw Frontier.unknown(vid);
    }
  }

  @Override
  public void close() {
    // holds nothing that somebody else could use
  }
}
