// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;

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

  /** Edges that are dealt at once: what is known of them stays in a near cache. */
  private static final int STAGE = 2048;

  private final boolean replacement;
  private final Positions positions = new Positions();
  private int[] drawn = new int[STAGE]; // positions in the vertices' whole lists
  private int[] routes = new int[STAGE]; // of each of them
  private long[] places = new long[STAGE]; // of each of them among the edges of all routes

  /** First of the edges of each route; behind the last route no place is. */
  private long[] firsts = new long[64];

  private int[] next = new int[64]; // edges of each route, then where the next one goes

  /**
   * An operator.
   *
   * @param replacement true to draw each of the k neighbours from all
   */
  public UniformNeighbors(boolean replacement) {
    this.replacement = replacement;
  }

  /** Edges that a vertex of a degree gets. */
  public int count(int degree, int fanout) {
    if (fanout == ALL) {
      return degree;
    }
    return replacement ? (degree == 0 ? 0 : fanout) : Math.min(degree, fanout);
  }

  /**
   * Asks for edges of destinations where they lie.
   *
   * @param frontier has the routes of the destinations, its first vertices
   * @param offsets first edge of each destination in the block, and the end
   * @param key key of the hop
   * @param requests appended to, by partition
   */
  public void deal(Frontier frontier, int[] offsets, long key, PartitionRequests[] requests) {
    final int destinations = offsets.length - 1;
    if (requests.length == 1) {
      for (int i = 0; i < destinations; i++) {
        dealHere(frontier, i, offsets[i], offsets[i + 1] - offsets[i], key, requests[0]);
      }
      return;
    }
    final int half = prepare(frontier, destinations);
    for (int from = 0, to; from < destinations; from = to) {
      to = from + 1;
      while (to < destinations && offsets[to + 1] - offsets[from] <= STAGE) {
        to++;
      }
      final int edges = draw(frontier, from, to, offsets, key);
      findRoutes(edges, half);
      ask(frontier, from, to, offsets, requests);
      setPositions(frontier.routes, edges, requests);
    }
  }

  /**
   * Draws edges of one vertex: positions in its whole list.
   *
   * @param vid its id
   * @param degree its degree in the whole graph
   * @param count how many, see {@link #count}
   * @param key key of the hop
   * @param target receives the positions from {@code at} on
   */
  public void draw(long vid, int degree, int count, long key, int[] target, int at) {
    if (whole(count, degree)) {
      for (int i = 0; i < count; i++) {
        target[at + i] = i;
      }
    } else {
      draw(stream(vid, key), degree, count, target, at);
    }
  }

  private boolean whole(int count, int degree) {
    return count == degree && !replacement;
  }

  /** Of one partition alone: drawn where they are read. */
  private void dealHere(
      Frontier frontier, int number, int slot, int count, long key, PartitionRequests request) {
    if (count == 0) {
      return;
    }
    final int local =
        Routes.local(frontier.routes.places.values[frontier.routeStarts.values[number]]);
    final int degree = frontier.degrees.values[number];
    if (whole(count, degree)) {
      request.addAll(local, degree, slot);
    } else {
      request.positions.reserve(count);
      draw(
          stream(frontier.vids.values[number], key),
          degree,
          count,
          request.positions.values,
          request.positions.size);
      request.positions.size += count;
      request.add(local, count, slot);
    }
  }

  private static long stream(long vid, long key) {
    return CounterRandom.mix(key + vid * CounterRandom.GOLDEN);
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

  /** Numbers the edges of all routes one after the other; the first step of a search. */
  private int prepare(Frontier frontier, int destinations) {
    int most = 1;
    for (int i = 0; i < destinations; i++) {
      most = Math.max(most, frontier.routeCounts.values[i]);
    }
    final int half = Integer.highestOneBit(most - 1);
    final int size = frontier.routes.size();
    if (firsts.length < size + 2 * half) {
      firsts = new long[2 * (size + half)];
    }
    if (next.length < size) {
      next = new int[2 * size];
    }
    Arrays.fill(next, 0, size, 0);
    final int[] degrees = frontier.routes.degrees.values;
    long first = 0;
    for (int r = 0; r < size; r++) {
      firsts[r] = first;
      first += degrees[r];
    }
    Arrays.fill(firsts, size, size + 2 * half, Long.MAX_VALUE);
    return half;
  }

  /** Draws edges of destinations that do not take all; how many. */
  private int draw(Frontier frontier, int from, int to, int[] offsets, long key) {
    final int most = offsets[to] - offsets[from];
    if (drawn.length < most) {
      drawn = new int[most];
      routes = new int[most];
      places = new long[most];
    }
    int edges = 0;
    for (int i = from; i < to; i++) {
      final int count = offsets[i + 1] - offsets[i];
      final int degree = frontier.degrees.values[i];
      if (count > 0 && !whole(count, degree)) {
        draw(stream(frontier.vids.values[i], key), degree, count, drawn, edges);
        Arrays.fill(routes, edges, edges + count, frontier.routeStarts.values[i]);
        edges += count;
      }
    }
    return edges;
  }

  /**
   * Finds the route of each drawn edge, and counts those of a route: route r of a vertex owns the
   * positions {@code [d_0 + .. + d_(r-1), .. + d_r)}. Binary searches side by side without a
   * branch, since which route it is, is a toss-up.
   */
  private void findRoutes(int edges, int half) {
    final long[] firsts = this.firsts;
    final long[] places = this.places;
    final int[] routes = this.routes;
    final int[] drawn = this.drawn;
    for (int e = 0; e < edges; e++) {
      places[e] = firsts[routes[e]] + drawn[e];
    }
    for (int step = half; step > 0; step >>>= 1) {
      for (int e = 0; e < edges; e++) {
        final int r = routes[e] + step;
        routes[e] = r - (step & (int) (places[e] - firsts[r] >> 63));
      }
    }
    final int[] next = this.next;
    for (int e = 0; e < edges; e++) {
      next[routes[e]]++;
    }
  }

  /** Makes the requests, with room for the positions that are not those of whole lists. */
  private void ask(
      Frontier frontier, int from, int to, int[] offsets, PartitionRequests[] requests) {
    final int[] next = this.next;
    for (int i = from; i < to; i++) {
      final int first = frontier.routeStarts.values[i];
      final int end = first + frontier.routeCounts.values[i];
      int slot = offsets[i];
      if (offsets[i + 1] == slot) {
        continue;
      }
      if (whole(offsets[i + 1] - slot, frontier.degrees.values[i])) {
        dealAll(frontier.routes, first, end, slot, requests);
        continue;
      }
      for (int r = first; r < end; r++) {
        final int count = next[r];
        if (count > 0) {
          final long place = frontier.routes.places.values[r];
          PartitionRequests request = requests[Routes.partition(place)];
          next[r] = request.positions.size;
          request.positions.reserve(count);
          request.positions.size += count;
          request.add(Routes.local(place), count, slot);
          slot += count;
        }
      }
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

  /** Puts the positions of drawn edges where there is room for them, relative to their route. */
  private void setPositions(Routes routes, int edges, PartitionRequests[] requests) {
    for (int e = 0; e < edges; e++) {
      final int r = this.routes[e];
      requests[Routes.partition(routes.places.values[r])].positions.values[next[r]++] =
          (int) (places[e] - firsts[r]);
    }
  }
}
