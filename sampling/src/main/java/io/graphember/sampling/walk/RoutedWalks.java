// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.sampling.edge.EdgeLookups;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.neighbor.Proposals;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.PartitionRequests;
import io.graphember.sampling.op.PositionGather;
import io.graphember.sampling.op.Routes;
import io.graphember.sampling.op.SeedPlaces;
import io.graphember.sampling.op.VertexTable;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Walks by the routes of a frontier: all walks of a group take a step together. They are dealt to
 * the partitions that hold the edges they chose, one request to each other host.
 */
final class RoutedWalks implements RandomWalks.Steps {
  /** Walks that step together if nobody has to be asked: their state stays in the nearest cache. */
  private static final int GROUP = 2048;

  private static final int NOWHERE = -1;

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

  RoutedWalks(PartitionClient client, Replies replies, WalkRule rule) {
    this.client = client;
    this.replies = replies;
    this.rule = rule;
    this.gather = new PositionGather(client, replies, rule.direction());
    this.lookups = new EdgeLookups(client, replies, rule.direction());
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

  @Override
  public int group(int walks) {
    return allHere ? GROUP : Math.max(1, walks);
  }

  @Override
  public void walk(long[] from, int first, long key, long[] walks) {
    new Group(from, first, key).walk(walks);
  }

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
    private final WalkDraws draws;
    private final int[] numbers; // where each walk is, in the frontier; NOWHERE if it has ended
    private final int[] numbersBefore;
    private final int[] numbersNext;
    private final int[] startNumbers;
    private final int[] walking; // walks that have yet to take the step
    private final int[] open; // walks whose step waits for a look-up
    private final boolean[] found;

    Group(long[] from, int first, long key) {
      this.from = from;
      this.first = first;
      size = from.length;
      draws = new WalkDraws(rule, key, first, size);
      numbers = new int[size];
      numbersBefore = new int[size];
      numbersNext = new int[size];
      startNumbers = new int[size];
      walking = new int[size];
      open = new int[size];
      found = new boolean[size];
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
              numbersNext[w] == NOWHERE ? RandomWalks.END : next.vids.values[numbersNext[w]];
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
          if (draws.restarts(w, step)) {
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
          int position = CounterRandom.bounded(draws.bits(w, step, attempt), degree);
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
     * Keeps steps or refuses them. Only where the draw leaves it open is it looked up whether the
     * vertex is a neighbour of the one before.
     *
     * @return how many walks have yet to take the step
     */
    private int reject(int step, int attempt, int count) {
      int left = 0;
      int waiting = 0;
      lookups.clear();
      for (int i = 0; i < count; i++) {
        final int w = walking[i];
        if (numbersNext[w] == NOWHERE || numbersBefore[w] == NOWHERE) {
          continue; // a dead end, or a first step, which has no bias
        }
        final long to = next.vids.values[numbersNext[w]];
        final boolean backwards = to == before.vids.values[numbersBefore[w]];
        switch (draws.judge(draws.bits(w, step, attempt), backwards)) {
          case REFUSED -> walking[left++] = w;
          case OPEN -> {
            lookups.ask(before, numbersBefore[w], to, EdgeRule.ANY_TYPE, w);
            found[w] = false;
            open[waiting++] = w;
          }
          default -> {
            // it is taken
          }
        }
      }
      if (waiting > 0) {
        lookups.answer(found);
      }
      for (int i = 0; i < waiting; i++) {
        if (found[open[i]] != draws.nearKept()) {
          walking[left++] = open[i];
        }
      }
      return left;
    }

    private void stepByRule(int step, int count) {
      EdgeRule edges = rule.step(step);
      Proposals proposals = new Proposals(at, new long[0], ExcludedEdges.NONE, residents.length);
      for (int i = 0; i < count; i++) {
        proposals.ask(numbers[walking[i]], draws.bits(walking[i], step, 0));
      }
      proposals.gather(
          client, replies, edges, rule.direction(), Details.ROUTES, "a step of random walks");
      Proposals.Taken[] taken = proposals.select(client, edges);
      for (int p = 0; p < residents.length; p++) {
        final int[] reached = taken[p].neighbors.values;
        final VertexTable table = taken[p].table;
        if (residents[p] != null) {
          next.number(p, reached, taken[p].neighbors.size, Details.ROUTES);
        }
        for (int i = 0; i < taken[p].questions.size; i++) {
          numbersNext[walking[taken[p].questions.values[i]]] =
              table == null ? reached[i] : next.add(table, reached[i], 0, Details.ROUTES);
        }
      }
    }
  }
}
