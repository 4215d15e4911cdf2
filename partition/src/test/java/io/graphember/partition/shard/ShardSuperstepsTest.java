// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.partition.Partitioner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardSuperstepsTest {
  /** Shards say of many partitions at once where their edges lie: most have few of each. */
  @ParameterizedTest
  @ValueSource(ints = {8, 1000})
  void manyPartitionsTakeNoMoreSupersteps(int partitions) {
    final GraphSource graph = SampleGraph.random(400, 2_000, 5).source(100);
    final GraphSettings settings = PartitionedGraph.settings(partitions, "hash-2d");
    final Partitioner hashes =
        new Partitioners(getClass().getClassLoader()).get(settings.partitioner());
    final PartitionedGraph one = PartitionedGraph.load(graph, settings, hashes);
    try (ThreadShards shards = new ThreadShards(3, settings, graph.header(), hashes)) {
      assertThat(PartitionedGraph.loadInShards(graph, settings, hashes, shards).blocks())
          .containsExactlyEntriesOf(one.blocks());
      assertThat(shards.supersteps()).isLessThan(30);
    }
  }
}
