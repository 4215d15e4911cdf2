// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.spi.CounterRandom;

/**
 * Uniform sampling without replacement of neighbours of vertices whose edges are cut over
 * partitions (GLISP, section III-C, algorithms 1 and 2), exact.
 *
 * <p>A k-subset of {@code [0, D)}, D the degree in the whole graph, is drawn once, by the trainer;
 * cut at the replicas' ranges it <em>is</em> the multivariate hypergeometric split, and it leaves a
 * uniform subset within each range. So the apply half draws positions and deals them to the
 * partitions ({@link #deal}), and the gather half only reads at them ({@link GatherRequest}): one
 * round trip, at most k edges of a vertex on the wire. With replacement the k positions are drawn
 * independently; the split is then the multinomial one.
 *
 * <p>Departure from GLISP, which lets every partition sample {@code k * local / D} by itself: that
 * rounds, ours does not.
 *
 * <p>Keeps scratch; used by one thread at a time.
 */
public final class UniformNeighbors {
  /** Fanout that takes all neighbours. */
  public static final int ALL = -1;

  private final boolean replacement;
  private final Positions positions = new Positions();
  private int[] drawn = new int[64];

  /**
   * An operator.
   *
   * @param replacement true to draw each of the k neighbours from all
   */
  UniformNeighbors(boolean replacement) {
    this.replacement = replacement;
  }

  /** Edges that a vertex of a degree gets. */
  int count(int degree, int fanout) {
    if (fanout == ALL) {
      return degree;
    }
    return replacement ? (degree == 0 ? 0 : fanout) : Math.min(degree, fanout);
  }

  /**
   * Asks for edges of a destination where they lie.
   *
   * @param frontier has the routes of the destination
   * @param number the destination
   * @param count how many edges it gets
   * @param key key of the hop
   * @param slot its first edge in the block
   * @param requests appended to, by partition
   */
  void deal(
      Frontier frontier, int number, int count, long key, int slot, PartitionRequests[] requests) {
    final int first = frontier.routeStarts.values[number];
    final int routes = frontier.routeCounts.values[number];
    final int degree = frontier.degrees.values[number];
    if (count == degree && !replacement) {
      dealAll(frontier.routes, first, first + routes, slot, requests);
    } else if (count > 0) {
      final long stream =
          CounterRandom.mix(key + frontier.vids.values[number] * CounterRandom.GOLDEN);
      if (routes == 1) {
        final long place = frontier.routes.places.values[first];
        PartitionRequests request = requests[Routes.partition(place)];
        request.positions.reserve(count);
        draw(stream, degree, count, request.positions.values, request.positions.size);
        request.positions.size += count;
        request.add(Routes.local(place), count, slot);
      } else {
        if (drawn.length < count) {
          drawn = new int[count];
        }
        draw(stream, degree, count, drawn, 0);
        dealDrawn(frontier.routes, first, first + routes, count, slot, requests);
      }
    }
  }

  private void draw(long stream, int degree, int count, int[] target, int at) {
    if (replacement) {
      for (int i = 0; i < count; i++) {
        target[at + i] = CounterRandom.bounded(CounterRandom.bits(stream, i), degree);
      }
    } else {
      positions.draw(stream, degree, count, target, at);
    }
  }

  private static void dealAll(
      Routes routes, int first, int end, int slot, PartitionRequests[] requests) {
    int at = slot;
    for (int r = first; r < end; r++) {
      final long place = routes.places.values[r];
      final int degree = routes.degrees.values[r];
      requests[Routes.partition(place)].addAll(Routes.local(place), degree, at);
      at += degree;
    }
  }

  private void dealDrawn(
      Routes routes, int first, int end, int count, int slot, PartitionRequests[] requests) {
    int at = slot;
    int from = 0;
    for (int r = first; r < end; r++) {
      final long place = routes.places.values[r];
      final int to = from + routes.degrees.values[r];
      PartitionRequests request = requests[Routes.partition(place)];
      final int here = split(drawn, count, from, to, request.positions);
      if (here > 0) {
        request.add(Routes.local(place), here, at);
        at += here;
      }
      from = to;
    }
  }

  /**
   * Cuts drawn positions at the replicas' ranges: replica r owns {@code [d_0 + .. + d_(r-1), .. +
   * d_r)}. Without a branch, since a position is in the range or not at random.
   *
   * @param positions k positions in {@code [0, D)}
   * @param k how many count
   * @param from start of the replica's range
   * @param to end of the replica's range
   * @param target positions within the range are appended, relative to its start
   * @return how many were appended
   */
  static int split(int[] positions, int k, int from, int to, IntArray target) {
    target.reserve(k);
    final int[] out = target.values;
    int size = target.size;
    final int before = size;
    for (int i = 0; i < k; i++) {
      int position = positions[i];
      out[size] = position - from;
      size += 1 - ((position - from | to - 1 - position) >>> 31);
    }
    target.size = size;
    return size - before;
  }
}
