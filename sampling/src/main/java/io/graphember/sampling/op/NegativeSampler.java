// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Draws negative edges. A partition is chosen by the weight of its vertices, then a vertex within
 * it, by the partition itself; strict negatives are looked up, and drawn again if they are edges.
 * Keeps scratch; used by one thread at a time.
 */
public final class NegativeSampler implements AutoCloseable {
  /** Stands for a negative that was not found in {@value #ATTEMPTS} attempts. */
  public static final long NONE = -1;

  private static final int ATTEMPTS = 64;

  private final PartitionClient client;
  private final Replies replies;
  private final NegativeRule rule;
  private final Frontier sources;
  private final EdgeLookups lookups;
  private double[] ends = new double[0]; // of the partitions' shares of the weight

  /** A sampler over the partitions that a client reaches. */
  public NegativeSampler(PartitionClient client, Replies replies, NegativeRule rule) {
    this.client = client;
    this.replies = replies;
    this.rule = rule;
    this.sources = new Frontier(client, Direction.OUT);
    this.lookups = new EdgeLookups(client, replies, Direction.OUT, EdgeRule.ANY_TYPE);
  }

  /**
   * Draws negatives of the edges of a batch.
   *
   * @param from source of each positive edge
   * @param to destination of each positive edge
   * @param key key of the batch's random streams
   * @return {@code long[edges * perPositive]}: the destinations of the negatives of edge 0, then of
   *     edge 1, and so on; {@link #NONE} for one that was not found, of a source with an edge to
   *     nearly every vertex
   * @throws io.graphember.spi.error.GraphemberException cancelled, with code {@link
   *     SamplingError#VERTEX_ID_UNKNOWN}, {@link SamplingError#VERTEX_TYPE_UNKNOWN} or {@link
   *     SamplingError#SAMPLING_RULE}, or what a storage node failed with
   */
  public long[] sample(long[] from, long[] to, long key) {
    final int per = rule.perPositive();
    long[] negatives = new long[Math.multiplyExact(from.length, per)];
    int[] open = new int[negatives.length];
    Arrays.setAll(open, i -> i);
    if (rule.strict()) {
      sources.clear();
      for (long source : from) {
        sources.numberOfSeed(source);
      }
      SeedPlaces.find(sources, client, Direction.OUT, replies);
    }
    for (int attempt = 0; open.length > 0 && attempt < ATTEMPTS; attempt++) {
      replies.cancellation().check();
      draw(to, CounterRandom.child(key, attempt), open, negatives);
      open = rule.strict() ? edges(from, open, negatives) : new int[0];
    }
    for (int i : open) {
      negatives[i] = NONE;
    }
    return negatives;
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    sources.close();
  }

  private void draw(long[] to, long key, int[] open, long[] negatives) {
    if (rule.choice() == NegativeRule.Choice.IN_BATCH) {
      drawInBatch(to, key, open, negatives);
    } else {
      drawVertices(key, open, negatives);
    }
  }

  private void drawInBatch(long[] to, long key, int[] open, long[] negatives) {
    if (to.length < 2) {
      throw EdgeRule.wrong(
          "Negatives of IN_BATCH need at least 2 positive edges in a batch, not %d."
              .formatted(to.length));
    }
    for (int i : open) {
      final int edge = i / rule.perPositive();
      int other = CounterRandom.bounded(CounterRandom.bits(key, i), to.length - 1);
      other += other >= edge ? 1 : 0;
      negatives[i] = to[other];
    }
  }

  private void drawVertices(long key, int[] open, long[] negatives) {
    if (ends.length == 0) {
      ends = weigh();
    }
    DealtDraws dealt = DealtDraws.of(ends, open, key);
    VertexDraw.Reply[] drawn = ask(dealt::bits, "negative vertices");
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
  private double[] weigh() {
    VertexDraw.Reply[] weighed = ask(p -> new long[0], "the weights of partitions");
    double[] sums =
        DealtDraws.ends(Arrays.stream(weighed).mapToDouble(VertexDraw.Reply::total).toArray());
    if (sums[sums.length - 1] == 0) {
      throw EdgeRule.wrong(
          "There is no vertex of type %d to draw negatives from.".formatted(rule.vertexType()));
    }
    return sums;
  }

  private VertexDraw.Reply[] ask(IntFunction<long[]> bits, String what) {
    return Exchange.run(
        client.hosts(),
        client::host,
        client.partitions(),
        p -> {
          long[] here = bits.apply(p);
          return here == null
              ? null
              : new VertexDraw(
                  p, rule.vertexType(), rule.choice() == NegativeRule.Choice.DEGREE, here);
        },
        client::ask,
        () -> {},
        VertexDraw.Reply[]::new,
        reply -> replies.await(reply, what));
  }

  /** Those that are edges, or lead back to their source. */
  private int[] edges(long[] from, int[] open, long[] negatives) {
    boolean[] found = new boolean[negatives.length];
    lookups.clear();
    for (int i : open) {
      final long source = from[i / rule.perPositive()];
      found[i] = source == negatives[i];
      lookups.ask(sources, sources.numberOfSeed(source), negatives[i], i);
    }
    lookups.answer(found);
    return Arrays.stream(open).filter(i -> found[i]).toArray();
  }
}
