// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.walk.RandomWalks;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Joined lists give the samples and walks of the partitions that they are joined of. */
class JoinedHopsTest {
  private static final int VERTICES = 40;
  private static final Replies REPLIES = new Replies(Cancellation.NEVER, 10_000);

  /** The same partitions where there is no room to join them. */
  private record Cut(MemoryCluster cluster) implements PartitionClient {
    @Override
    public int partitions() {
      return cluster.partitions();
    }

    @Override
    public int hosts() {
      return cluster.hosts();
    }

    @Override
    public int host(int partition) {
      return cluster.host(partition);
    }

    @Override
    public Optional<ResidentPartition> resident(int partition) {
      return cluster.resident(partition);
    }

    @Override
    public <R extends PartitionReply> CompletableFuture<List<R>> ask(
        int host, List<? extends PartitionRequest<R>> requests) {
      return cluster.ask(host, requests);
    }
  }

  private static PartitionedGraph graph(int edges, int partitions, long key) {
    return PartitionedGraph.load(
        ValuedGraph.random(VERTICES, edges, 0, key),
        PartitionedGraph.settings(
            partitions, "hash-2d", key % 2 == 0 ? StoreLayout.COMPACT : StoreLayout.COMPRESSED));
  }

  private static MemoryCluster here(PartitionedGraph graph) {
    return new MemoryCluster(graph, 1, Courier.direct(), 0);
  }

  private static SampledNeighborhood sample(
      PartitionClient client, Direction direction, boolean options, long[] seeds, int[] fanouts) {
    NeighborSampler sampler = new NeighborSampler(client, REPLIES, direction, options);
    try (NeighborSampler of = options ? sampler.withDegrees() : sampler) {
      of.sample(seeds, fanouts, 1); // what it leaves must not be met
      return of.sample(seeds, fanouts, 2);
    }
  }

  @Property(tries = 200)
  void samplesAreTheSame(
      @ForAll long key,
      @ForAll @IntRange(max = 300) int edges,
      @ForAll @IntRange(min = 2, max = 6) int partitions,
      @ForAll Direction direction,
      @ForAll boolean options,
      @ForAll @IntRange(min = -1, max = 5) int fanout) {
    PartitionedGraph graph = graph(edges, partitions, key);
    long[] seeds =
        LongStream.range(0, VERTICES)
            .filter(v -> CounterRandom.bits(key, v) % 3 == 0)
            .map(v -> graph.vid(String.valueOf(v)))
            .toArray();
    int[] fanouts = {fanout, 2, 3};
    SampledNeighborhood joined = sample(here(graph), direction, options, seeds, fanouts);
    SampledNeighborhood cut = sample(new Cut(here(graph)), direction, options, seeds, fanouts);
    assertThat(joined.vids()).containsExactly(cut.vids());
    assertThat(joined.degrees()).containsExactly(cut.degrees());
    for (int h = 0; h < fanouts.length; h++) {
      final SampledHop hop = joined.hops().get(h);
      assertThat(hop.destinations()).isEqualTo(cut.hops().get(h).destinations());
      assertThat(hop.sources()).isEqualTo(cut.hops().get(h).sources());
      assertThat(hop.offsets()).containsExactly(cut.hops().get(h).offsets());
      assertThat(hop.neighbors()).containsExactly(cut.hops().get(h).neighbors());
    }
  }

  @Property(tries = 100)
  void walksAreTheSame(
      @ForAll long key,
      @ForAll @IntRange(max = 200) int edges,
      @ForAll @IntRange(min = 2, max = 6) int partitions,
      @ForAll Direction direction,
      @ForAll boolean restarts) {
    PartitionedGraph graph = graph(edges, partitions, key);
    final WalkRule rule = WalkRule.uniform(7).along(direction).restarting(restarts ? 0.3 : 0);
    long[] from = // more than a group
        IntStream.range(0, 600)
            .mapToLong(i -> graph.vid(String.valueOf(CounterRandom.bits(key, i) >>> 1 & 31)))
            .toArray();
    final MemoryCluster cluster = here(graph);
    try (RandomWalks joined = new RandomWalks(cluster, REPLIES, rule);
        RandomWalks cut = new RandomWalks(new Cut(here(graph)), REPLIES, rule)) {
      assertThat(joined.walk(from, key)).containsExactly(cut.walk(from, key));
      assertThat(joined.walk(from, key + 1)).containsExactly(cut.walk(from, key + 1));
    }
  }

  /** A list that is in one piece is not copied. */
  @Test
  void listsAreJoinedWhereTheyAreCut() {
    final List<PartitionTopology> whole = topologies(graph(100, 1, 4));
    final List<PartitionTopology> cut = topologies(graph(100, 3, 4));
    assertThat(JoinedLists.bytes(whole)).isEmpty();
    final long bytes = JoinedLists.bytes(cut).orElseThrow();
    assertThat(bytes).isBetween(4L * 100, 4L * 100 + 8L * 4 * 64);
    assertThat(JoinedLists.of(cut, true).entries()).hasSize(100);
  }

  private static List<PartitionTopology> topologies(PartitionedGraph graph) {
    return IntStream.range(0, graph.partitions())
        .mapToObj(p -> graph.partition(p).topology())
        .toList();
  }
}
