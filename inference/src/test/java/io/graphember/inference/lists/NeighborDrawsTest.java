// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The parts that partitions find by themselves are one draw. */
class NeighborDrawsTest {
  private final PartitionedGraph graph =
      PartitionedGraph.load(SampleGraph.random(300, 4000, 4), 4, "hash-2d");

  private int places(NeighborDraws draws, int partition, int local, int[] target) {
    return draws.places(0, partition, graph.partition(partition).topology(), local, target, 0);
  }

  @Test
  void eachVertexHasItsFanoutOverAllPartitions() {
    NeighborDraws draws = new NeighborDraws(5, 1);
    final int[] target = new int[1000];
    for (int p = 0; p < graph.partitions(); p++) {
      PartitionTopology topology = graph.partition(p).topology();
      ReplicaSets replicas = topology.replicas();
      for (int v = 0; v < topology.masters(); v++) {
        int chosen = places(draws, p, v, target);
        assertThat(Arrays.copyOf(target, chosen)).isSorted().doesNotHaveDuplicates();
        for (int r = replicas.offsets().get(v); r < replicas.offsets().get(v + 1); r++) {
          final int q = replicas.partitions().get(r);
          final int there = places(draws, q, replicas.locals().get(r), target);
          assertThat(draws.chosenAt(0, p, topology, v, r)).isEqualTo(there);
          chosen += there;
        }
        assertThat(chosen).isEqualTo(draws.chosen(topology.inDegree(v)));
      }
    }
  }

  @Test
  void everyEdgeIsAsLikely() {
    PartitionTopology topology = graph.partition(0).topology();
    int vertex = 0;
    while (topology.inDegree(vertex) <= 8 || topology.in().lists().degree(vertex) < 4) {
      vertex++;
    }
    final int degree = topology.in().lists().degree(vertex);
    final int[] met = new int[degree];
    final int[] target = new int[8];
    final int draws = 20_000;
    for (int seed = 0; seed < draws; seed++) {
      final int count = places(new NeighborDraws(8, seed), 0, vertex, target);
      for (int i = 0; i < count; i++) {
        met[target[i]]++;
      }
    }
    final double share = 8.0 / topology.inDegree(vertex);
    for (int count : met) {
      assertThat(count / (double) draws).isBetween(share - 0.02, share + 0.02);
    }
  }
}
