// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.memory.PackedInts;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeSearches;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.Routes;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Walks over partitions that all lie in this process: a walk is at a local vertex of one of them,
 * and no vertex is numbered. In each round every walk of a group tries its own next step, whichever
 * that is, so that there are always as many cache misses that do not wait for each other. A round
 * goes in stages: the walks of each partition, their degrees, an edge for each, its end.
 */
final class ResidentWalks implements RandomWalks.Steps {
  private static final int GROUP = 512;

  private final Replies replies;
  private final WalkRule rule;
  private final Direction direction;
  private final ResidentPartition[] residents;
  private final PartitionTopology[] topologies;
  private final EdgeSearches[] searches; // of each partition
  private final Visits[] visits; // of each partition: walks that are there
  private final Visits[] edges; // of each partition: walks that chose an edge there
  private final int[] degrees = new int[GROUP];
  private final int[] firsts = new int[GROUP]; // entries of replica sets
  private final int[] ends = new int[GROUP];
  private final int[] ones = new int[GROUP];
  private int touched; // keeps reads that are for the cache alone

  /** Walks, each with a local vertex of one partition. */
  private static final class Visits {
    final int[] walks = new int[GROUP];
    final int[] vertices = new int[GROUP];
    final int[] positions = new int[GROUP]; // in the vertex's list
    int size;

    void add(int walk, int vertex, int position) {
      walks[size] = walk;
      vertices[size] = vertex;
      positions[size] = position;
      size++;
    }
  }

  ResidentWalks(PartitionClient client, Replies replies, WalkRule rule) {
    this.replies = replies;
    this.rule = rule;
    this.direction = rule.direction();
    this.residents = new ResidentPartition[client.partitions()];
    this.topologies = new PartitionTopology[residents.length];
    this.searches = new EdgeSearches[residents.length];
    this.visits = new Visits[residents.length];
    this.edges = new Visits[residents.length];
    Arrays.fill(ones, 1);
    for (int p = 0; p < residents.length; p++) {
      residents[p] = client.resident(p).orElseThrow();
      topologies[p] = residents[p].topology();
      searches[p] = new EdgeSearches(topologies[p], direction);
      visits[p] = new Visits();
      edges[p] = new Visits();
    }
  }

  /** True if all partitions lie in this process, and steps follow edges of any type, all alike. */
  static boolean possible(PartitionClient client, WalkRule rule) {
    boolean here = !rule.byWeight() && rule.edgeTypes().length == 0;
    for (int p = 0; p < client.partitions() && here; p++) {
      here = client.resident(p).isPresent();
    }
    return here;
  }

  @Override
  public int group(int walks) {
    return GROUP;
  }

  @Override
  public void walk(long[] from, int first, long key, long[] walks) {
    new Group(from, first, key, walks).walk();
  }

  @Override
  public void close() {
    // nothing is lent
  }

  /** Walks that are under way together. */
  private final class Group {
    private final WalkDraws draws;
    private final long[] walks;
    private final int[] rows; // of the walks, where each begins
    private final long[] starts; // where each walk began: places, see Routes
    private final long[] at; // where it is
    private final long[] before; // where it was one step ago
    private final long[] next; // where the edge it chose leads
    private final long[] nextVids;
    private final int[] steps; // that were taken
    private final int[] attempts; // at the next step
    private final int[] walking; // walks that have not ended
    private final int[] open; // walks whose step waits for a look-up
    private final boolean[] found;

    Group(long[] from, int first, long key, long[] walks) {
      final int size = from.length;
      this.walks = walks;
      draws = new WalkDraws(rule, key, first, size);
      rows = new int[size];
      starts = new long[size];
      before = new long[size];
      next = new long[size];
      nextVids = new long[size];
      steps = new int[size];
      attempts = new int[size];
      walking = new int[size];
      open = new int[size];
      found = new boolean[size];
      for (int w = 0; w < size; w++) {
        rows[w] = (first + w) * (rule.length() + 1);
        Arrays.fill(walks, rows[w] + 1, rows[w] + 1 + rule.length(), RandomWalks.END);
        walks[rows[w]] = from[w];
        starts[w] = placeOf(from[w]);
        walking[w] = w;
      }
      at = starts.clone();
    }

    private long placeOf(long vid) {
      final int p = Vid.partition(vid);
      if (p < 0 || p >= topologies.length || vid - Vid.of(p, 0) >= topologies[p].masters()) {
        throw Frontier.unknown(vid);
      }
      return Routes.place(p, Vid.local(vid));
    }

    void walk() {
      int left = walking.length;
      while (left > 0) {
        replies.cancellation().check();
        deal(left);
        for (int p = 0; p < visits.length; p++) {
          choose(p);
        }
        for (int p = 0; p < edges.length; p++) {
          follow(p);
        }
        if (rule.secondOrder()) {
          judge();
        }
        for (Visits taken : edges) {
          take(taken);
        }
        left = keepWalking(left);
      }
    }

    /** Sorts walks by partition; one that restarts takes its step at once. */
    private void deal(int left) {
      for (int p = 0; p < visits.length; p++) {
        visits[p].size = 0;
        edges[p].size = 0;
      }
      for (int i = 0; i < left; i++) {
        final int w = walking[i];
        if (rule.restart() > 0 && draws.restarts(w, steps[w])) {
          take(w, starts[w], walks[rows[w]]);
        } else {
          visits[Routes.partition(at[w])].add(w, Routes.local(at[w]), 0);
        }
      }
    }

    /** Chooses an edge for each walk in a partition. */
    private void choose(int p) {
      final Visits here = visits[p];
      direction.degrees(topologies[p], here.vertices, 0, here.size, degrees);
      final ReplicaSets replicas = topologies[p].replicas();
      if (replicas.partitions().size() == 0) {
        chooseHere(here, edges[p]);
        return;
      }
      findEntries(replicas.offsets(), here);
      touched += touch(replicas, here.size);
      for (int i = 0; i < here.size; i++) {
        final int elsewhere = Routes.degreeElsewhere(replicas, direction, firsts[i], ends[i]);
        final int w = here.walks[i];
        if (degrees[i] + elsewhere == 0) {
          steps[w] = rule.length(); // it ends
        } else {
          deal(p, i, position(w, degrees[i] + elsewhere));
        }
      }
    }

    private int position(int w, int degree) {
      return CounterRandom.bounded(draws.bits(w, steps[w], attempts[w]), degree);
    }

    /** Where no vertex has edges in another partition. */
    private void chooseHere(Visits here, Visits edges) {
      for (int i = 0; i < here.size; i++) {
        final int w = here.walks[i];
        if (degrees[i] == 0) {
          steps[w] = rule.length(); // it ends
        } else {
          edges.add(w, here.vertices[i], position(w, degrees[i]));
        }
      }
    }

    private void findEntries(PackedInts offsets, Visits here) {
      for (int i = 0; i < here.size; i++) {
        firsts[i] = offsets.get(here.vertices[i]);
        ends[i] = offsets.get(here.vertices[i] + 1);
      }
    }

    /** Reads the first entry of each replica set, so that all misses are under way at once. */
    private int touch(ReplicaSets replicas, int size) {
      int sum = 0;
      for (int i = 0; i < size; i++) {
        if (firsts[i] < ends[i]) {
          sum += direction.replicaDegree(replicas, firsts[i]);
          sum += replicas.partitions().get(firsts[i]) + replicas.locals().get(firsts[i]);
        }
      }
      return sum;
    }

    /**
     * Deals a walk to the partition that holds the edge at a position in the lists of all
     * partitions, in ascending order of those.
     */
    private void deal(int p, int i, int position) {
      final ReplicaSets replicas = topologies[p].replicas();
      final int w = visits[p].walks[i];
      int rest = position;
      int left = degrees[i]; // in this partition, which stands among the others in ascending order
      for (int r = firsts[i]; r < ends[i]; r++) {
        final int other = replicas.partitions().get(r);
        if (left > 0 && other > p) {
          if (rest < left) {
            break;
          }
          rest -= left;
          left = 0;
        }
        final int there = direction.replicaDegree(replicas, r);
        if (rest < there) {
          edges[other].add(w, replicas.locals().get(r), rest);
          return;
        }
        rest -= there;
      }
      edges[p].add(w, visits[p].vertices[i], rest);
    }

    /** The ends of the edges that were chosen in a partition. */
    private void follow(int p) {
      final Visits chosen = edges[p];
      if (chosen.size == 0) {
        return;
      }
      final PartitionTopology topology = topologies[p];
      residents[p].gathered(chosen.size);
      direction.gather(topology, chosen.vertices, ones, chosen.size, chosen.positions);
      for (int i = 0; i < chosen.size; i++) {
        final int w = chosen.walks[i];
        final int end = chosen.positions[i];
        next[w] = Routes.place(p, end);
        nextVids[w] = topology.vid(p, end);
      }
    }

    private void judge() {
      int waiting = 0;
      for (Visits chosen : edges) {
        int kept = 0;
        for (int i = 0; i < chosen.size; i++) {
          final int w = chosen.walks[i];
          switch (verdict(w)) {
            case KEPT -> chosen.walks[kept++] = w;
            case OPEN -> {
              open[waiting++] = w;
              found[w] = false;
              search(w, before[w], next[w]);
            }
            default -> attempts[w]++;
          }
        }
        chosen.size = kept;
      }
      if (waiting > 0) {
        for (EdgeSearches partition : searches) {
          partition.answer(found);
        }
      }
      for (int i = 0; i < waiting; i++) {
        final int w = open[i];
        if (found[w] == draws.nearKept()) {
          take(w, next[w], nextVids[w]);
        } else {
          attempts[w]++;
        }
      }
    }

    private WalkDraws.Verdict verdict(int w) {
      if (steps[w] == 0) {
        return WalkDraws.Verdict.KEPT; // a first step has no bias
      }
      final boolean backwards = nextVids[w] == walks[rows[w] + steps[w] - 1];
      return draws.judge(draws.bits(w, steps[w], attempts[w]), backwards);
    }

    /** Asks every partition that has both vertices whether an edge leads from one to the other. */
    private void search(int question, long from, long to) {
      final int p = Routes.partition(from);
      final int vertex = Routes.local(from);
      searchIn(p, question, vertex, to);
      final ReplicaSets replicas = topologies[p].replicas();
      if (replicas.partitions().size() > 0) {
        final int end = replicas.offsets().get(vertex + 1);
        for (int r = replicas.offsets().get(vertex); r < end; r++) {
          searchIn(replicas.partitions().get(r), question, replicas.locals().get(r), to);
        }
      }
    }

    private void searchIn(int wanted, int question, int vertex, long to) {
      final int p = Routes.partition(to);
      if (p == wanted) {
        searches[p].ask(question, vertex, Routes.local(to), EdgeRule.ANY_TYPE);
        return;
      }
      final ReplicaSets replicas = topologies[p].replicas();
      final int end = replicas.offsets().get(Routes.local(to) + 1);
      for (int r = replicas.offsets().get(Routes.local(to)); r < end; r++) {
        if (replicas.partitions().get(r) == wanted) {
          searches[wanted].ask(question, vertex, replicas.locals().get(r), EdgeRule.ANY_TYPE);
        }
      }
    }

    private void take(Visits chosen) {
      for (int i = 0; i < chosen.size; i++) {
        final int w = chosen.walks[i];
        take(w, next[w], nextVids[w]);
      }
    }

    private void take(int w, long place, long vid) {
      before[w] = at[w];
      at[w] = place;
      attempts[w] = 0;
      steps[w]++;
      walks[rows[w] + steps[w]] = vid;
    }

    private int keepWalking(int left) {
      int kept = 0;
      for (int i = 0; i < left; i++) {
        if (steps[walking[i]] < rule.length()) {
          walking[kept++] = walking[i];
        }
      }
      return kept;
    }
  }
}
