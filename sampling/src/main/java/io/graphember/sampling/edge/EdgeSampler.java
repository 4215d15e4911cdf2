// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.DealtDraws;
import io.graphember.sampling.op.EdgeRule;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Draws edges of the whole graph, or of some of its types, all alike, with replacement (edge
 * sampling of LINE: Tang et al., WWW 2015, section 4.2, for edges without weights). An edge is
 * drawn by its number among all draws, whatever the others are. Used by one thread at a time.
 */
public final class EdgeSampler {
  private final PartitionClient client;
  private final Replies replies;
  private final int[] types;
  private final boolean timed;
  private double[] ends = new double[0]; // edges of the first 1, 2, ... partitions

  /** A sampler over the partitions that a client reaches. */
  public EdgeSampler(PartitionClient client, Replies replies) {
    this(client, replies, new int[0]);
  }

  /**
   * A sampler of some edge types.
   *
   * @param types their numbers, ascending; none for all
   */
  public EdgeSampler(PartitionClient client, Replies replies, int[] types) {
    this(client, replies, types, false);
  }

  /**
   * A sampler of some edge types.
   *
   * @param types their numbers, ascending; none for all
   * @param timed true to know the time of each edge
   */
  public EdgeSampler(PartitionClient client, Replies replies, int[] types, boolean timed) {
    this.client = client;
    this.replies = replies;
    this.types = types;
    this.timed = timed;
  }

  /**
   * Edges that were drawn.
   *
   * @param ends {@code long[edges * 2]}: source and destination of edge 0, then of edge 1, and so
   *     on
   * @param labels class of each edge, -1 for none
   * @param types type of each edge
   * @param times time of each edge; empty if the sampler does not ask
   */
  public record Drawn(long[] ends, int[] labels, int[] types, long[] times) {}

  /**
   * Draws edges.
   *
   * @param count how many, of a graph that has edges
   * @param key key of the random streams
   * @return {@code long[count * 2]}: source and destination of edge 0, then of edge 1, and so on
   * @throws io.graphember.spi.error.GraphemberException as {@link #drawAll}
   */
  public long[] draw(int count, long key) {
    return drawAll(count, key).ends();
  }

  /**
   * Draws edges with their classes and types.
   *
   * @param count how many, of a graph that has edges
   * @param key key of the random streams
   * @throws io.graphember.spi.error.GraphemberException cancelled, with code {@link
   *     io.graphember.sampling.SamplingError#SAMPLING_RULE} if there is no edge, or what a storage
   *     node failed with
   */
  public Drawn drawAll(int count, long key) {
    return drawRun(count, key, 0, 1);
  }

  /**
   * Draws edges of a run of all, in the order of partitions, with their classes and types.
   *
   * @param count how many, of a graph that has edges
   * @param key key of the random streams
   * @param from where the run begins, a share of all edges
   * @param to where it ends; a partition that is cut by an end gives any of its edges
   * @throws io.graphember.spi.error.GraphemberException as {@link #drawAll}
   */
  public Drawn drawRun(int count, long key, double from, double to) {
    if (ends.length == 0) {
      ends = count();
    }
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    DealtDraws dealt = DealtDraws.of(ends, numbers, key, from, to);
    EdgeDraw.Reply[] drawn = ask(dealt::bits, "drawn edges");
    long[] edges = new long[2 * count];
    int[] labels = new int[count];
    int[] drawnTypes = new int[count];
    long[] drawnTimes = new long[timed ? count : 0];
    for (int p = 0; p < drawn.length; p++) {
      if (drawn[p] != null) {
        final int[] draws = dealt.draws(p);
        final long[] sources = drawn[p].sources(draws.length);
        final long[] destinations = drawn[p].destinations();
        final int[] classes = drawn[p].labels(draws.length);
        final int[] typesHere = drawn[p].types(draws.length);
        final long[] times = timed ? drawn[p].times(draws.length) : drawnTimes;
        for (int i = 0; i < draws.length; i++) {
          edges[2 * draws[i]] = sources[i];
          edges[2 * draws[i] + 1] = destinations[i];
          labels[draws[i]] = classes[i];
          drawnTypes[draws[i]] = typesHere[i];
          if (timed) {
            drawnTimes[draws[i]] = times[i];
          }
        }
      }
    }
    return new Drawn(edges, labels, drawnTypes, drawnTimes);
  }

  private double[] count() {
    EdgeDraw.Reply[] counted = ask(p -> new long[0], "the numbers of edges");
    double[] sums =
        DealtDraws.ends(Arrays.stream(counted).mapToDouble(EdgeDraw.Reply::edges).toArray());
    if (sums[sums.length - 1] == 0) {
      throw EdgeRule.wrong("The graph has no edge to draw.");
    }
    return sums;
  }

  private EdgeDraw.Reply[] ask(IntFunction<long[]> bits, String what) {
    return Exchange.run(
        client.hosts(),
        client::host,
        client.partitions(),
        p -> {
          long[] here = bits.apply(p);
          return here == null ? null : new EdgeDraw(p, types, here, timed);
        },
        client::ask,
        () -> {},
        EdgeDraw.Reply[]::new,
        reply -> replies.await(reply, what));
  }
}
