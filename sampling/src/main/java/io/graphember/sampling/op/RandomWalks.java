// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Random walks over partitions. All walks of a group take a step together: they are dealt to the
 * partitions that hold the edges they chose, one request to each other host, so that cache misses
 * and messages of one walk do not wait for those of another. A number is drawn by walk and step, so
 * a walk does not depend on the others.
 *
 * <p>A walk that has no edge to follow ends there; the rest of its row is {@link #END}.
 *
 * <p>Keeps scratch between calls; used by one thread at a time.
 */
public final class RandomWalks implements AutoCloseable {
  /** Stands behind the last vertex of a walk that ended early. */
  public static final long END = -1;

  /** Walks that step together if nobody has to be asked: their state stays in the nearest cache. */
  private static final int GROUP = 2048;

  private static final int NOWHERE = -1;
  private static final int RESTART = -1; // as an attempt: the draw that decides a restart
  private static final long ATTEMPT_STRIDE = 0xD1B54A32D192ED03L;

  private final PartitionClient client;
  private final Replies replies;
  private final WalkRule rule;
  private final ResidentPartition[] residents; // null where a partition lies elsewhere
  private final boolean allHere;
  private final PositionGather gather;
  private final EdgeLookups lookups;
  private final Frontier starts;
  private Frontier before; // where walks were one step ago
  private Frontier at;
  private Frontier next;

  /** Walks over the partitions that a client reaches. */
  public RandomWalks(PartitionClient client, Replies replies, WalkRule rule) {
    this.client = client;
    this.replies = replies;
    this.rule = rule;
    this.gather = new PositionGather(client, replies, rule.direction());
    this.lookups = new EdgeLookups(client, replies, rule.direction(), EdgeRule.ANY_TYPE);
    this.at = new Frontier(client, rule.direction());
    this.next = new Frontier(client, rule.direction());
    this.before = rule.secondOrder() ? new Frontier(client, rule.direction()) : at;
    this.starts = rule.restart() > 0 ? new Frontier(client, rule.direction()) : at;
    this.residents = new ResidentPartition[client.partitions()];
    boolean here = true;
    for (int p = 0; p < residents.length; p++) {
      residents[p] = client.resident(p).orElse(null);
      here &= residents[p] != null;
    }
    this.allHere = here;
  }

  /**
   * Walks from some vertices.
   *
   * @param from id of each walk's start; a vertex may be there several times
   * @param key key of the walks' random streams
   * @return {@code long[walks * (length + 1)]}: the start and the vertex after each step of walk 0,
   *     then of walk 1, and so on
   * @throws GraphemberException cancelled, with code {@link SamplingError#VERTEX_ID_UNKNOWN},
   *     {@link SamplingError#EDGE_TYPE_UNKNOWN} or {@link SamplingError#EDGE_COLUMN_MISSING}, or
   *     what a storage node failed with
   */
  public long[] walk(long[] from, long key) {
    long[] walks = new long[Math.multiplyExact(from.length, rule.length() + 1)];
    final int group = allHere ? GROUP : Math.max(1, from.length);
    for (int first = 0; first < from.length; first += group) {
      new Group(Arrays.copyOfRange(from, first, Math.min(from.length, first + group)), first, key)
          .walk(walks);
    }
    return walks;
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    before.close();
    at.close();
    next.close();
    starts.close();
  }

  /** Walks that step together. */
  private final class Group {
    private final long[] from;
    private final int first;
    private final int size;
    private final long[] streams;
    private final int[] numbers; // where each walk is, in the frontier; NOWHERE if it has ended
    private final int[] numbersBefore;
    private final int[] numbersNext;
    private final int[] startNumbers;
    private final int[] walking; // walks that have yet to take the step
    private final boolean[] found;

    Group(long[] from, int first, long key) {
      this.from = from;
      this.first = first;
      size = from.length;
      streams = new long[size];
      numbers = new int[size];
      numbersBefore = new int[size];
      numbersNext = new int[size];
      startNumbers = new int[size];
      walking = new int[size];
      found = new boolean[size];
      for (int w = 0; w < size; w++) {
        streams[w] = CounterRandom.child(key, first + w);
      }
    }

    void walk(long[] walks) {
      final int stride = rule.length() + 1;
      locate(at, numbers);
      if (rule.restart() > 0) {
        locate(starts, startNumbers);
      }
      Arrays.fill(numbersBefore, NOWHERE);
      for (int w = 0; w < size; w++) {
        walks[(first + w) * stride] = from[w];
      }
      for (int step = 0; step < rule.length(); step++) {
        replies.cancellation().check();
        next.clear();
        Arrays.fill(numbersNext, NOWHERE);
        step(step);
        for (int w = 0; w < size; w++) {
          walks[(first + w) * stride + step + 1] =
              numbersNext[w] == NOWHERE ? END : next.vids.values[numbersNext[w]];
        }
        turn();
      }
    }

    private void locate(Frontier frontier, int[] numbers) {
      frontier.clear();
      for (int w = 0; w < size; w++) {
        numbers[w] = frontier.numberOfSeed(from[w]);
      }
      SeedPlaces.find(frontier, client, rule.direction(), replies);
    }

    /** The next places become the present ones. */
    private void turn() {
      System.arraycopy(numbers, 0, numbersBefore, 0, size);
      System.arraycopy(numbersNext, 0, numbers, 0, size);
      Frontier free = at;
      if (rule.secondOrder()) {
        free = before;
        before = at;
      }
      at = next;
      next = free;
    }

    private void step(int step) {
      int count = 0;
      for (int w = 0; w < size; w++) {
        if (numbers[w] != NOWHERE) {
          if (rule.restart() > 0
              && CounterRandom.unitDouble(bits(w, step, RESTART)) < rule.restart()) {
            numbersNext[w] = next.addFrom(starts, startNumbers[w]);
          } else {
            walking[count++] = w;
          }
        }
      }
      if (rule.byWeight() || rule.edgeTypes().length > 0) {
        stepByRule(step, count);
      } else {
        stepUniformly(step, count);
      }
    }

    /** The random bits of an attempt of a step of a walk. */
    private long bits(int w, int step, int attempt) {
      return CounterRandom.mix(
          streams[w] + (step + 1) * CounterRandom.GOLDEN + attempt * ATTEMPT_STRIDE);
    }

    private void stepUniformly(int step, int count) {
      int left = count;
      for (int attempt = 0; left > 0; attempt++) {
        deal(step, attempt, left);
        gather.gather(next, Details.ROUTES, "a step of random walks");
        for (PartitionRequests request : gather.requests) {
          for (int i = 0; i < request.size; i++) {
            numbersNext[request.slots[i]] = request.positions.values[i];
          }
        }
        left = rule.secondOrder() ? reject(step, attempt, left) : 0;
        replies.cancellation().check();
      }
    }

    /** Chooses an edge for each walk, and asks for it where it lies. */
    private void deal(int step, int attempt, int count) {
      gather.clear();
      final int[] degrees = at.routes.degrees.values;
      for (int i = 0; i < count; i++) {
        final int w = walking[i];
        final int degree = at.degrees.values[numbers[w]];
        if (degree > 0) {
          int position = CounterRandom.bounded(bits(w, step, attempt), degree);
          int route = at.routeStarts.values[numbers[w]];
          while (position >= degrees[route]) {
            position -= degrees[route++];
          }
          final long place = at.routes.places.values[route];
          PartitionRequests request = gather.requests[Routes.partition(place)];
          request.positions.add(position);
          request.add(Routes.local(place), 1, w);
        }
      }
    }

    /**
     * Keeps a step with a probability in proportion to node2vec's bias, without tables: those that
     * are refused are tried again. Only where the draw leaves it open is it looked up whether the
     * vertex is a neighbour of the one before.
     *
     * @return how many walks have yet to take the step
     */
    private int reject(int step, int attempt, int count) {
      final double back = 1 / rule.returning();
      final double away = 1 / rule.away();
      final double most = Math.max(1, Math.max(back, away));
      int left = 0;
      int open = 0;
      lookups.clear();
      for (int i = 0; i < count; i++) {
        final int w = walking[i];
        if (numbersNext[w] == NOWHERE || numbersBefore[w] == NOWHERE) {
          continue; // a dead end, or a first step, which has no bias
        }
        final double draw =
            most * CounterRandom.unitDouble(CounterRandom.mix(bits(w, step, attempt)));
        final long to = next.vids.values[numbersNext[w]];
        if (to == before.vids.values[numbersBefore[w]]) {
          if (draw >= back) {
            walking[left++] = w;
          }
        } else if (draw >= Math.max(1, away)) {
          walking[left++] = w;
        } else if (draw >= Math.min(1, away)) {
          lookups.ask(before, numbersBefore[w], to, w);
          found[w] = false;
          open++;
        }
      }
      return open == 0 ? left : rejectOpen(left, Math.min(1, away) == away);
    }

    /**
     * Decides the steps that waited for a look-up.
     *
     * @param nearKept true if neighbours of the vertex before are kept, false if the others are
     */
    private int rejectOpen(int alreadyLeft, boolean nearKept) {
      lookups.answer(found);
      int left = alreadyLeft;
      for (int w : lookups.asked()) {
        if (found[w] != nearKept) {
          walking[left++] = w;
        }
      }
      return left;
    }

    private void stepByRule(int step, int count) {
      EdgeRule edges = rule.step(step);
      Proposals proposals = new Proposals(at, new long[0], ExcludedEdges.NONE, residents.length);
      for (int i = 0; i < count; i++) {
        proposals.ask(numbers[walking[i]], bits(walking[i], step, 0));
      }
      proposals.gather(
          client, replies, edges, rule.direction(), Details.ROUTES, "a step of random walks");
      Proposals.Taken[] taken = proposals.select(client, edges);
      for (int p = 0; p < residents.length; p++) {
        final int[] reached = taken[p].neighbors.values;
        if (residents[p] != null) {
          next.number(p, reached, taken[p].neighbors.size, Details.ROUTES);
        }
        for (int i = 0; i < taken[p].questions.size; i++) {
          numbersNext[walking[taken[p].questions.values[i]]] =
              residents[p] != null
                  ? reached[i]
                  : next.add(taken[p].table, reached[i], 0, Details.ROUTES);
        }
      }
    }
  }
}
