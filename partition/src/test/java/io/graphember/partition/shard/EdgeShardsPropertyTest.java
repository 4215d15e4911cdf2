// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.Partitioners;
import io.graphember.partition.ShardPartitioner;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.fixture.CutSource;
import io.graphember.partition.fixture.GrowingGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.SplitHeldOut;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A graph whose edges are staged and cut in several shards is stored bit for bit as one that is cut
 * in one place: whatever its types, what its edges carry, the settings and the partitioner.
 */
class EdgeShardsPropertyTest {
  private static final Partitioners ALL =
      new Partitioners(EdgeShardsPropertyTest.class.getClassLoader());

  /** A partitioner of somebody else: reads all edges twice, and names masters. */
  private static final class Alternating implements Partitioner {
    @Override
    public String name() {
      return "alternating";
    }

    @Override
    public String description() {
      return "by the degree of the source";
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return 4 * vertices;
    }

    @Override
    public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
      int[] degrees = new int[(int) edges.vertices()];
      int[] sources = new int[5];
      int[] destinations = new int[5];
      for (int n = edges.read(sources, destinations);
          n > 0;
          n = edges.read(sources, destinations)) {
        for (int i = 0; i < n; i++) {
          degrees[sources[i]]++;
        }
      }
      edges.rewind();
      for (int n = edges.read(sources, destinations);
          n > 0;
          n = edges.read(sources, destinations)) {
        int[] assigned = new int[n];
        for (int i = 0; i < n; i++) {
          assigned[i] = (degrees[sources[i]] + i) % request.partitions();
        }
        sink.assignEdges(assigned, n);
      }
      for (int v = 0; v < degrees.length; v += 3) {
        sink.assignMaster(v, v % request.partitions());
      }
    }
  }

  /** Another one, which looks at the split of the destination. */
  private static final class BySplit implements Partitioner {
    @Override
    public String name() {
      return "by-split";
    }

    @Override
    public String description() {
      return "by the split of the destination";
    }

    @Override
    public boolean readsSplits(Map<String, String> options) {
      return true;
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return 0;
    }

    @Override
    public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
      int[] sources = new int[7];
      int[] destinations = new int[7];
      for (int n = edges.read(sources, destinations);
          n > 0;
          n = edges.read(sources, destinations)) {
        int[] assigned = new int[n];
        for (int i = 0; i < n; i++) {
          assigned[i] =
              (request.splits().of(destinations[i]) + 4 * request.splits().of(sources[i]))
                  % request.partitions();
        }
        sink.assignEdges(assigned, n);
      }
    }
  }

  /** Shares graphs however small they are. */
  private record Sharing(ShardPartitioner partitioner) implements ShardPartitioner {
    @Override
    public boolean shares(long vertices, long edges) {
      return true;
    }

    @Override
    public String name() {
      return partitioner.name();
    }

    @Override
    public String description() {
      return partitioner.description();
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return partitioner.estimateBytes(vertices, edges, partitions, options);
    }

    @Override
    public long estimateShardBytes(long vertices, long own, long edges, long ends, int partitions) {
      return partitioner.estimateShardBytes(vertices, own, edges, ends, partitions);
    }

    @Override
    public void partition(GraphShard shard, PartitioningRequest request, AssignmentSink sink) {
      partitioner.partition(shard, request, sink);
    }
  }

  private static Partitioner partitioner(String name) {
    return switch (name) {
      case "alternating" -> new Alternating();
      case "by-split" -> new BySplit();
      default -> ALL.get(name);
    };
  }

  @Provide
  Arbitrary<GraphSource> sources() {
    Arbitrary<Long> keys = Arbitraries.longs().between(0, 1_000_000);
    return Arbitraries.oneOf(
        keys.map(
            key ->
                SampleGraph.random(60, 300, key).withLabels("b", "a").withFeatures(2).source(13)),
        keys.map(key -> SampleGraph.random(40, 3, key).source(13)),
        keys.map(
            key ->
                SampleGraph.random(50, 200, key)
                    .withFeatures((int) (64 + key % 40))
                    .withKeys(KeyKind.values()[(int) (key % 3)])
                    .source(7)),
        keys.map(
            key ->
                new SplitHeldOut(
                    new HeldOutEdges(
                        GrowingGraph.random(20, 80, 5, 5, key).base(), List.of(), 0.3, key))),
        keys.map(key -> TypedGraph.random(3, 4, 40, key)),
        keys.map(key -> ValuedGraph.random(30, 150, (int) (key % 16), key)));
  }

  @Provide
  Arbitrary<GraphSettings> settings() {
    return Combinators.combine(
            Arbitraries.of(1, 3, 8, 64, 70),
            Arbitraries.of(
                "adadne",
                "dne",
                "hdrf",
                "2ps",
                "fennel",
                "multilevel",
                "multilevel edges+types",
                "louvain",
                "auto",
                "hash-1d",
                "hash-2d",
                "alternating",
                "by-split",
                "file edges",
                "file vertices"),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(FeaturePrecision.values()))
        .as(
            (partitions, partitioner, symmetrize, dropLoops, dropDuplicates, balance, precision) ->
                PartitionedGraph.balancing(
                    new GraphSettings(
                            "sample",
                            partitions,
                            partitioner.split(" ")[0],
                            partitioner.startsWith("file")
                                ? Map.of(partitioner.split(" ")[1], "cut.csv")
                                : partitioner.startsWith("multilevel ")
                                    ? Map.of("balance", partitioner.split(" ")[1])
                                    : Map.of(),
                            7,
                            symmetrize,
                            dropLoops,
                            dropDuplicates,
                            StoreLayout.COMPACT,
                            UnknownVertices.CREATE,
                            false,
                            null)
                        .with(precision),
                    balance));
  }

  @Property(tries = 250)
  void aGraphInShardsIsStoredAsInOnePlace(
      @ForAll("sources") GraphSource graph,
      @ForAll("settings") GraphSettings settings,
      @ForAll("shardCounts") int count,
      @ForAll boolean shared) {
    GraphSource source =
        settings.partitioner().equals("file")
            ? new CutSource(
                graph, settings.partitionerOptions().containsKey("edges"), settings.partitions())
            : graph;
    Partitioner partitioner = partitioner(settings.partitioner());
    if (shared && partitioner instanceof ShardPartitioner together) {
      partitioner = new Sharing(together);
    }
    PartitionedGraph one = PartitionedGraph.load(source, settings, partitioner);
    try (ThreadShards shards = new ThreadShards(count, settings, source.header(), partitioner)) {
      PartitionedGraph several =
          PartitionedGraph.loadInShards(source, settings, partitioner, shards);
      several.assertStoredAs(one);
      shards.close();
      for (int s = 0; s < count; s++) {
        assertThat(shards.budget(s).takenBytes()).isZero();
      }
    }
  }

  @Provide
  Arbitrary<Integer> shardCounts() {
    return Arbitraries.of(2, 3, 5);
  }
}
