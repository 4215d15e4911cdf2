// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Samples the K-hop neighbourhood of a batch of seeds, hop by hop, over the partitions: in the
 * lists of all of them if these are joined in this process, else with one request a hop to each
 * other host, and a method call to the partitions here. A hop runs in stages over the whole
 * frontier, so that cache misses of one vertex do not wait for those of another.
 *
 * <p>Blocks are those of DGL: the vertices of a hop are sampled again in the next, so every vertex
 * has its neighbours in every layer it takes part in. The result depends on the graph, the seeds,
 * the fanouts and the key alone; replies are merged in partition order, whatever order they arrive
 * in.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
public final class NeighborSampler implements AutoCloseable {
  /** Edges of one hop: a buffer of an engine holds 2 GiB. */
  static final int MAX_EDGES = (1 << 29) - 1;

  private final PartitionClient client;
  private final Replies replies;
  private final Direction direction;
  private final UniformNeighbors neighbors;
  private final List<SampledHop> hops = new ArrayList<>();
  private Optional<Hops> source = Optional.empty(); // once a batch has begun
  private boolean withLists;
  private boolean withDegrees;
  private int[] fanouts = {};
  private long key;

  /** A sampler of in-neighbours without replacement, over the partitions that a client reaches. */
  public NeighborSampler(PartitionClient client, Replies replies) {
    this(client, replies, Direction.IN, false);
  }

  /**
   * A sampler over the partitions that a client reaches.
   *
   * @param replacement true to draw each neighbour from all
   */
  public NeighborSampler(
      PartitionClient client, Replies replies, Direction direction, boolean replacement) {
    this.client = client;
    this.replies = replies;
    this.direction = direction;
    this.neighbors = new UniformNeighbors(replacement);
  }

  /** Makes every batch say where the edges of its last hop lie. */
  public NeighborSampler withLists() {
    withLists = true;
    return this;
  }

  /** Makes every batch say the degrees of those vertices too that the last hop reaches. */
  public NeighborSampler withDegrees() {
    withDegrees = true;
    return this;
  }

  /**
   * Samples one batch: {@link #start}, every hop, {@link #result}.
   *
   * @param seeds ids of the seeds, each once
   * @param fanouts neighbours per vertex of hop 1, 2, ...; {@link UniformNeighbors#ALL} for all, 0
   *     for none; if all are 0 no partition is asked and the degrees stay 0
   * @param key key of the batch's random streams
   * @throws GraphemberException cancelled, with code {@link SamplingError#VERTEX_ID_UNKNOWN},
   *     {@link SamplingError#SAMPLING_RULE} or {@link SamplingError#BATCH_TOO_LARGE}, or what a
   *     storage node failed with
   */
  public SampledNeighborhood sample(long[] seeds, int[] fanouts, long key) {
    start(seeds, fanouts, key);
    for (int h = 0; h < fanouts.length; h++) {
      nextHop();
    }
    return result();
  }

  /**
   * Starts a batch: finds the places of its seeds. Parameters and errors are those of {@link
   * #sample}.
   */
  public void start(long[] seeds, int[] fanouts, long key) {
    this.fanouts = fanouts;
    this.key = key;
    hops.clear();
    final Hops batch = source();
    batch.clear();
    for (long seed : seeds) {
      if (!batch.addSeed(seed)) {
        throw EdgeRule.wrong("A batch names a seed once, not %d twice.".formatted(seed));
      }
    }
    boolean any = false;
    for (int fanout : fanouts) {
      if (fanout < 0 && fanout != UniformNeighbors.ALL) {
        throw EdgeRule.wrong("A fanout is 'all', or 0 or more, not %d.".formatted(fanout));
      }
      any |= fanout != 0;
    }
    if (seeds.length > 0 && any) {
      batch.locate();
    }
  }

  /** Where the lists of all partitions are joined nothing is asked. */
  private Hops source() {
    if (source.isEmpty()) {
      final Optional<JoinedLists> joined =
          withLists || direction == Direction.BOTH
              ? Optional.empty()
              : client.joined(direction == Direction.IN);
      source =
          Optional.of(
              joined
                  .<Hops>map(lists -> new JoinedHops(client, lists, neighbors))
                  .orElseGet(
                      () -> new RoutedHops(client, replies, direction, neighbors, withLists)));
    }
    return source.get();
  }

  /** Samples the next hop of the batch. Errors are those of {@link #sample}. */
  public void nextHop() {
    final int h = hops.size();
    final boolean last = h == fanouts.length - 1;
    replies.cancellation().check();
    hops.add(source().sample(fanouts[h], CounterRandom.child(key, h), h + 1, details(last)));
  }

  private Details details(boolean last) {
    if (!last) {
      return Details.ROUTES;
    }
    return withDegrees ? Details.DEGREES : Details.NONE;
  }

  /** Vertices reached so far. */
  public int vertices() {
    return source().size();
  }

  /**
   * Ids of the vertices reached; the first {@link #vertices()} count, and stay as they are while
   * further hops are sampled.
   */
  public long[] vids() {
    return source().vids();
  }

  /** The batch, after its last hop. */
  public SampledNeighborhood result() {
    final Hops batch = source();
    return new SampledNeighborhood(
        List.copyOf(hops),
        Arrays.copyOf(batch.vids(), batch.size()),
        batch.degrees(),
        batch.lists());
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    source.ifPresent(Hops::close);
  }

  static GraphemberException tooLarge() {
    return new GraphemberException(
        SamplingError.BATCH_TOO_LARGE,
        "A hop of a batch has more than %d edges; lower training.batchSize or training.fanouts."
            .formatted(MAX_EDGES));
  }
}
