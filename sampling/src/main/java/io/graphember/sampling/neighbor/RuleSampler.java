// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.Routes;
import io.graphember.sampling.op.SeedPlaces;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Samples neighbourhoods by rules: by edge type and direction, by weight, by time, without the
 * edges that a model is to predict. Each partition ranks the edges it has and proposes the first k;
 * the first k of all proposals are taken (GLISP, section III-C). Rules of one hop are followed side
 * by side, each with a fanout of its own; a vertex that has no edges for a rule gets none of it,
 * and a meta-path ends there.
 *
 * <p>If seeds have times, a hop takes only edges before the time of the seed that a vertex was
 * reached from, and the neighbourhoods of seeds are apart: nothing a seed must not know leaks in by
 * way of another one.
 *
 * <p>O(edges of the frontier) a hop. Keeps scratch between batches; used by one thread at a time.
 */
public final class RuleSampler implements AutoCloseable {
  private final PartitionClient client;
  private final Replies replies;
  private final List<List<EdgeRule>> hops;
  private final Direction direction;
  private final ResidentPartition[] residents; // null where a partition lies elsewhere
  private final Frontier together;
  private final Frontier apart;
  private final List<SampledHop> sampled = new ArrayList<>(); // of this batch
  private final List<SampledEdges> edges = new ArrayList<>();
  private List<List<EdgeRule>> batchRules = List.of();
  private Frontier frontier;
  private Limits limits = new Limits(new long[0], ExcludedEdges.NONE);
  private long batchKey;
  private boolean withDegrees;

  /**
   * A sampler.
   *
   * @param hops the rules of hop 1, 2, ...; at least one at each
   */
  public RuleSampler(PartitionClient client, Replies replies, List<List<EdgeRule>> hops) {
    if (hops.isEmpty() || hops.stream().anyMatch(List::isEmpty)) {
      throw EdgeRule.wrong("A sample has at least one hop, and a rule at each.");
    }
    this.client = client;
    this.replies = replies;
    this.hops = hops.stream().map(List::copyOf).toList();
    List<Direction> directions =
        hops.stream().flatMap(List::stream).map(EdgeRule::direction).distinct().toList();
    this.direction = directions.size() == 1 ? directions.get(0) : Direction.BOTH;
    this.together = new Frontier(client, direction);
    this.frontier = together;
    this.apart = new Frontier(client, direction, true);
    this.residents = new ResidentPartition[client.partitions()];
    for (int p = 0; p < residents.length; p++) {
      residents[p] = client.resident(p).orElse(null);
    }
  }

  /** Makes every batch say the degrees of those vertices too that the last hop reaches. */
  public RuleSampler withDegrees() {
    withDegrees = true;
    return this;
  }

  private Details details(boolean another) {
    if (another) {
      return Details.ROUTES;
    }
    return withDegrees ? Details.DEGREES : Details.NONE;
  }

  /** What a batch must not meet. */
  private record Limits(long[] times, ExcludedEdges excluded) {}

  /**
   * Samples one batch of seeds without times, see {@link #sample(long[], long[], ExcludedEdges,
   * long)}.
   */
  public EdgeNeighborhood sample(long[] seeds, ExcludedEdges excluded, long key) {
    return sample(seeds, new long[0], excluded, key);
  }

  /**
   * Samples one batch.
   *
   * @param seeds ids of the seeds; each once if they have no times
   * @param times time of each seed; empty for no times
   * @param excluded edges that are not met
   * @param key key of the batch's random streams
   * @throws GraphemberException cancelled, with code {@link SamplingError#VERTEX_ID_UNKNOWN},
   *     {@link SamplingError#EDGE_TYPE_UNKNOWN}, {@link SamplingError#EDGE_COLUMN_MISSING}, {@link
   *     SamplingError#SAMPLING_RULE} or {@link SamplingError#BATCH_TOO_LARGE}, or what a storage
   *     node failed with
   */
  public EdgeNeighborhood sample(long[] seeds, long[] times, ExcludedEdges excluded, long key) {
    start(hops, seeds, times, excluded, key);
    for (int h = 0; h < hops.size(); h++) {
      nextHop();
    }
    return result();
  }

  /**
   * Starts a batch: finds the places of its seeds. Then {@link #nextHop} for every hop, and {@link
   * #result}. Other parameters and errors are those of {@link #sample}.
   *
   * @param rules the rules of hop 1, 2, ..., of directions that the sampler was made for
   */
  public void start(
      List<List<EdgeRule>> rules, long[] seeds, long[] times, ExcludedEdges excluded, long key) {
    final boolean timed = times.length > 0;
    if (timed && times.length != seeds.length || times.length > Frontier.MAX_CONTEXTS) {
      throw EdgeRule.wrong(
          "A batch has as many times as seeds, at most %d, not %d of %d."
              .formatted(Frontier.MAX_CONTEXTS, times.length, seeds.length));
    }
    batchRules = rules;
    batchKey = key;
    limits = new Limits(times, excluded);
    sampled.clear();
    edges.clear();
    frontier = timed ? apart : together;
    frontier.clear();
    for (int i = 0; i < seeds.length; i++) {
      if (!frontier.addSeed(seeds[i], timed ? i : 0)) {
        throw EdgeRule.wrong("A batch names a seed once, not %d twice.".formatted(seeds[i]));
      }
    }
    SeedPlaces.find(frontier, client, direction, replies);
  }

  /** Samples the next hop of the batch. Errors are those of {@link #sample}. */
  public void nextHop() {
    final int h = sampled.size();
    Hop hop = new Hop(batchRules.get(h), h + 1, h + 1 == batchRules.size());
    sampled.add(hop.sample(CounterRandom.child(batchKey, h)));
    edges.add(hop.edges);
  }

  /** Vertices reached so far. */
  public int vertices() {
    return frontier.size();
  }

  /**
   * Ids of the vertices reached; the first {@link #vertices()} count, and stay as they are while
   * further hops are sampled.
   */
  public long[] vids() {
    return frontier.vids.values;
  }

  /** The batch, after its last hop. */
  public EdgeNeighborhood result() {
    return new EdgeNeighborhood(
        new SampledNeighborhood(
            List.copyOf(sampled), frontier.vids.toArray(), frontier.degrees.toArray()),
        List.copyOf(edges),
        frontier == apart ? frontier.contexts.toArray() : new int[0]);
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    together.close();
    apart.close();
  }

  /** One hop of one batch. */
  private final class Hop {
    private final List<EdgeRule> rules;
    private final int number;
    private final Details details;
    private final int destinations;
    private final int[] counts;
    private SampledEdges edges = SampledEdges.NONE;

    Hop(List<EdgeRule> rules, int number, boolean last) {
      this.rules = rules;
      this.number = number;
      this.details = details(!last);
      this.destinations = frontier.size();
      this.counts = new int[destinations];
    }

    SampledHop sample(long key) {
      final long[] present = present();
      List<Proposals.Taken[]> taken = new ArrayList<>();
      for (int r = 0; r < rules.size(); r++) {
        taken.add(take(rules.get(r), present, CounterRandom.child(key, r)));
      }
      int[] offsets = new int[destinations + 1];
      for (int i = 0; i < destinations; i++) {
        if (counts[i] > NeighborSampler.MAX_EDGES - offsets[i]) {
          throw NeighborSampler.tooLarge();
        }
        offsets[i + 1] = offsets[i] + counts[i];
      }
      final int total = offsets[destinations];
      int[] sources = new int[total];
      edges = new SampledEdges(new int[total], new int[total], new int[total]);
      int[] next = offsets.clone();
      for (int r = 0; r < rules.size(); r++) {
        for (int p = 0; p < residents.length; p++) {
          place(r, p, taken.get(r)[p], next, sources);
        }
      }
      return new SampledHop(destinations, frontier.size(), offsets, sources);
    }

    /** Numbers the edges of a rule and a partition, and puts them at their destinations' places. */
    private void place(int rule, int p, Proposals.Taken taken, int[] next, int[] sources) {
      int[] numbers = taken.neighbors.values;
      final int size = taken.neighbors.size;
      final int type = Math.max(0, rules.get(rule).edgeType());
      if (size == 0) {
        return;
      }
      if (taken.table != null) {
        for (int e = 0; e < size; e++) {
          numbers[e] =
              frontier.add(taken.table, numbers[e], context(taken.questions.values[e]), details);
        }
      } else if (limits.times.length == 0) {
        frontier.number(p, numbers, size, details);
      } else {
        int[] contexts = new int[size];
        Arrays.setAll(contexts, e -> context(taken.questions.values[e]));
        frontier.number(p, numbers, contexts, size, details);
      }
      for (int e = 0; e < size; e++) {
        final int slot = next[taken.questions.values[e]]++;
        sources[slot] = numbers[e];
        edges.partitions()[slot] = p;
        edges.numbers()[slot] = taken.edges.values[e];
        edges.types()[slot] = type;
      }
    }

    private int context(int destination) {
      return limits.times.length == 0 ? 0 : frontier.contexts.values[destination];
    }

    /**
     * A bit for each edge type that a destination has, at its number modulo 64, so that a rule asks
     * about no other; all where a partition lies elsewhere.
     */
    private long[] present() {
      rules.forEach(this::requireType);
      long[] present = new long[destinations];
      final boolean typed = rules.stream().anyMatch(rule -> rule.edgeType() != EdgeRule.ANY_TYPE);
      for (int i = 0; typed && i < destinations; i++) {
        final int first = frontier.routeStarts.values[i];
        for (int r = first; r < first + frontier.routeCounts.values[i]; r++) {
          final long place = frontier.routes.places.values[r];
          final ResidentPartition resident = residents[Routes.partition(place)];
          present[i] |= resident == null ? -1 : present(resident.topology(), Routes.local(place));
        }
      }
      return present;
    }

    /** Where nobody is asked, nobody refuses it. */
    private void requireType(EdgeRule rule) {
      for (ResidentPartition resident : residents) {
        if (resident != null && rule.edgeType() >= resident.topology().types().edgeTypes()) {
          throw EdgeRanker.typeUnknown(resident.topology(), rule.edgeType());
        }
      }
    }

    private long present(PartitionTopology topology, int local) {
      return (direction == Direction.OUT ? 0 : topology.in().types().present(local))
          | (direction == Direction.IN ? 0 : topology.out().types().present(local));
    }

    /** The edges that a rule takes, by partition. */
    private Proposals.Taken[] take(EdgeRule rule, long[] present, long key) {
      replies.cancellation().check();
      Proposals proposals =
          new Proposals(frontier, limits.times, limits.excluded, residents.length);
      proposals.askAll(present, rule.edgeType(), key);
      proposals.gather(
          client, replies, rule, direction, details, "the neighbours of hop " + number);
      Proposals.Taken[] taken = proposals.select(client, rule);
      final int[] asked = proposals.asked();
      for (Proposals.Taken part : taken) {
        final int[] questions = part.questions.values;
        for (int e = 0; e < part.questions.size; e++) {
          questions[e] = asked[questions[e]];
          counts[questions[e]]++;
        }
      }
      return taken;
    }
  }
}
