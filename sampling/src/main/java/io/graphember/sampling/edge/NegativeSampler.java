// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.sampling.op.DealtDraws;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.SeedPlaces;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Draws negative edges: the one end of an edge stays, another vertex takes the place of the other
 * end. A partition is chosen by the weight of its vertices, then a vertex within it, by the
 * partition itself; strict negatives are looked up, and drawn again if they are edges. Keeps
 * scratch; used by one thread at a time.
 */
public final class NegativeSampler implements AutoCloseable {
  /** Stands for a negative that was not found in {@value #ATTEMPTS} attempts. */
  public static final long NONE = -1;

  private static final int ATTEMPTS = 64;

  private final PartitionClient client;
  private final Replies replies;
  private final NegativeRule rule;
  private final Direction direction;
  private final Frontier kept;
  private final EdgeLookups lookups;
  private final Map<Integer, double[]> ends = new HashMap<>(); // see weigh, by vertex type
  private @Nullable VertexTypes types; // once edges have types

  /** A sampler over the partitions that a client reaches, of other destinations. */
  public NegativeSampler(PartitionClient client, Replies replies, NegativeRule rule) {
    this(client, replies, rule, Direction.OUT);
  }

  /**
   * A sampler over the partitions that a client reaches.
   *
   * @param direction from the end that stays to the one that is replaced: OUT for other
   *     destinations, IN for other sources
   */
  public NegativeSampler(
      PartitionClient client, Replies replies, NegativeRule rule, Direction direction) {
    this.client = client;
    this.replies = replies;
    this.rule = rule;
    this.direction = direction;
    this.kept = new Frontier(client, direction);
    this.lookups = new EdgeLookups(client, replies, direction);
  }

  /**
   * Draws negatives of the edges of a batch, whatever their types.
   *
   * @param from the end of each positive edge that stays
   * @param to the end of each positive edge that is replaced
   * @param key key of the batch's random streams
   * @return {@code long[edges * perPositive]}: what replaces the end of edge 0, then of edge 1, and
   *     so on; {@link #NONE} for one that was not found, of a vertex with an edge to nearly every
   *     other
   * @throws io.graphember.spi.error.GraphemberException cancelled, with code {@link
   *     SamplingError#VERTEX_ID_UNKNOWN}, {@link SamplingError#VERTEX_TYPE_UNKNOWN} or {@link
   *     SamplingError#SAMPLING_RULE}, or what a storage node failed with
   */
  public long[] sample(long[] from, long[] to, long key) {
    int[] edgeTypes = new int[from.length];
    Arrays.fill(edgeTypes, EdgeRule.ANY_TYPE);
    int[] vertexTypes = new int[from.length];
    Arrays.fill(vertexTypes, rule.vertexType());
    return sample(from, to, edgeTypes, vertexTypes, key);
  }

  /**
   * Draws negatives of the edges of a batch by their types: a negative is of the vertex type of the
   * vertex in whose place it stands, so that it is a pair that an edge of the type could join;
   * strict ones are no edges of that edge type, but may be of another.
   *
   * @param edgeTypes type of each positive edge
   */
  public long[] sample(long[] from, long[] to, int[] edgeTypes, long key) {
    final VertexTypes all = types();
    return sample(from, to, edgeTypes, Arrays.stream(to).mapToInt(all::typeOf).toArray(), key);
  }

  private VertexTypes types() {
    if (types == null) {
      types = VertexTypes.ask(client, replies);
    }
    return types;
  }

  private long[] sample(long[] from, long[] to, int[] edgeTypes, int[] vertexTypes, long key) {
    final int per = rule.perPositive();
    long[] negatives = new long[Math.multiplyExact(from.length, per)];
    int[] open = new int[negatives.length];
    Arrays.setAll(open, i -> i);
    if (rule.strict()) {
      kept.clear();
      for (long vertex : from) {
        kept.numberOfSeed(vertex);
      }
      SeedPlaces.find(kept, client, direction, replies);
    }
    for (int attempt = 0; open.length > 0 && attempt < ATTEMPTS; attempt++) {
      replies.cancellation().check();
      draw(to, vertexTypes, CounterRandom.child(key, attempt), open, negatives);
      open = rule.strict() ? edges(from, edgeTypes, open, negatives) : new int[0];
    }
    for (int i : open) {
      negatives[i] = NONE;
    }
    return negatives;
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    kept.close();
  }

  private void draw(long[] to, int[] vertexTypes, long key, int[] open, long[] negatives) {
    if (rule.choice() == NegativeRule.Choice.IN_BATCH) {
      drawInBatch(to, vertexTypes, key, open, negatives);
      return;
    }
    final int per = rule.perPositive();
    Map<Integer, IntArray> ofType = new TreeMap<>();
    for (int i : open) {
      ofType.computeIfAbsent(vertexTypes[i / per], type -> new IntArray(64)).add(i);
    }
    ofType.forEach((type, some) -> drawVertices(type, key, some.toArray(), negatives));
  }

  /** One of the same ends of the same vertex type; a lonely one has no negative. */
  private void drawInBatch(long[] to, int[] vertexTypes, long key, int[] open, long[] negatives) {
    if (to.length < 2) {
      throw EdgeRule.wrong(
          "Negatives of IN_BATCH need at least 2 positive edges in a batch, not %d."
              .formatted(to.length));
    }
    Map<Integer, IntArray> ofType = new HashMap<>(); // positive edges
    IntArray[] alikes = new IntArray[to.length]; // those of the type of each edge
    int[] places = new int[to.length]; // among those
    for (int edge = 0; edge < to.length; edge++) {
      IntArray alike = ofType.computeIfAbsent(vertexTypes[edge], type -> new IntArray(16));
      places[edge] = alike.size;
      alike.add(edge);
      alikes[edge] = alike;
    }
    for (int i : open) {
      final int edge = i / rule.perPositive();
      final IntArray alike = alikes[edge];
      if (alike.size == 1) {
        negatives[i] = NONE;
        continue;
      }
      int other = CounterRandom.bounded(CounterRandom.bits(key, i), alike.size - 1);
      other += other >= places[edge] ? 1 : 0;
      negatives[i] = to[alike.values[other]];
    }
  }

  private void drawVertices(int type, long key, int[] open, long[] negatives) {
    DealtDraws dealt = DealtDraws.of(ends.computeIfAbsent(type, this::weigh), open, key);
    VertexDraw.Reply[] drawn = ask(type, dealt::bits, "negative vertices");
    for (int p = 0; p < drawn.length; p++) {
      if (drawn[p] != null) {
        final int[] draws = dealt.draws(p);
        final int[] masters = drawn[p].masters(draws.length);
        for (int i = 0; i < draws.length; i++) {
          negatives[draws[i]] = Vid.of(p, masters[i]);
        }
      }
    }
  }

  /** Sums of the weights of the first 1, 2, ... partitions. */
  private double[] weigh(int type) {
    VertexDraw.Reply[] weighed = ask(type, p -> new long[0], "the weights of partitions");
    double[] sums =
        DealtDraws.ends(Arrays.stream(weighed).mapToDouble(VertexDraw.Reply::total).toArray());
    if (sums[sums.length - 1] == 0) {
      throw EdgeRule.wrong("There is no vertex of type %d to draw negatives from.".formatted(type));
    }
    return sums;
  }

  private VertexDraw.Reply[] ask(int type, IntFunction<long[]> bits, String what) {
    return Exchange.run(
        client.hosts(),
        client::host,
        client.partitions(),
        p -> {
          long[] here = bits.apply(p);
          return here == null
              ? null
              : new VertexDraw(p, type, rule.choice() == NegativeRule.Choice.DEGREE, here);
        },
        client::ask,
        () -> {},
        VertexDraw.Reply[]::new,
        reply -> replies.await(reply, what));
  }

  /** Those that are edges of the type, or the vertex that stays. */
  private int[] edges(long[] from, int[] edgeTypes, int[] open, long[] negatives) {
    boolean[] found = new boolean[negatives.length];
    lookups.clear();
    for (int i : open) {
      if (negatives[i] == NONE) {
        continue;
      }
      final int edge = i / rule.perPositive();
      found[i] = from[edge] == negatives[i];
      lookups.ask(kept, kept.numberOfSeed(from[edge]), negatives[i], edgeTypes[edge], i);
    }
    lookups.answer(found);
    return Arrays.stream(open).filter(i -> found[i]).toArray();
  }
}
