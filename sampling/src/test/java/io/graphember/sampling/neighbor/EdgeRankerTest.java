// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.kernels.ReservoirKeys;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.partition.fixture.ValuedGraph.Edge;
import io.graphember.partition.fixture.ValuedGraph.Values;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.schema.EdgeAttributes;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Long lists by weight, against the keys of all their edges. */
class EdgeRankerTest {
  private static final int DEGREE = 1000;
  private static final int BATCHES = 200;

  private static float weight(String kind, int edge) {
    return switch (kind) {
      case "alike" -> 1 + edge % 7;
      case "mostly in few" -> edge % 200 == 15 ? 1e6f : 1e-3f; // the guess is wrong, now and then
      case "in those looked at" -> edge % 15 == 0 ? 1e6f : 1e-3f;
      case "few" -> edge % 300 == 7 ? 1 : 0;
      default -> throw new IllegalArgumentException(kind);
    };
  }

  @ParameterizedTest(name = "weight {0}, k = {1}")
  @CsvSource({
    "alike, 1", "alike, 10", "alike, 40", "alike, 200",
    "mostly in few, 1", "mostly in few, 10", "in those looked at, 30", "in those looked at, 70",
    "few, 3", "few, 10"
  })
  void theFirstToRingAreProposed(String kind, int k) {
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < DEGREE; i++) {
      edges.add(new Edge(0, 1 + i, 0, new Values(weight(kind, i), null, new float[0])));
    }
    PartitionedGraph graph =
        PartitionedGraph.load(
            new ValuedGraph(
                1 + DEGREE,
                List.of(new EdgeAttributes(true, false, 0), EdgeAttributes.NONE),
                edges),
            PartitionedGraph.settings(1, "hash-1d"));
    ResidentPartition partition = new MemoryCluster(graph, 1, Courier.direct(), 0).partition(0);
    EdgeRule rule = EdgeRule.in(k).by(Order.WEIGHT);
    EdgeRanker ranker = new EdgeRanker(partition, rule);
    final int hub = Vid.local(graph.vid("0"));
    RankedEdges got = new RankedEdges();
    for (int batch = 0; batch < BATCHES; batch++) {
      final long stream = CounterRandom.child(5, batch);
      ranker.rank(
          new RankRequest(
              0,
              rule,
              Direction.IN,
              new int[] {hub},
              new boolean[] {false},
              new long[] {stream},
              new long[0],
              new int[0],
              new long[0],
              Details.NONE),
          got);
      int[] positions = got.positions.toArray();
      Arrays.sort(positions);
      assertThat(positions).isEqualTo(firstToRing(partition, hub, stream, k));
    }
  }

  private static int[] firstToRing(ResidentPartition partition, int hub, long stream, int k) {
    float[] keys = new float[DEGREE];
    ReservoirKeys.BEST.fill(
        (int) (stream >>> 32),
        partition.weightedLists(true).identities(),
        partition.weightedLists(true).weights(),
        partition.topology().in().lists().first(hub),
        DEGREE,
        keys);
    return IntStream.range(0, DEGREE)
        .boxed()
        .filter(i -> keys[i] < Float.POSITIVE_INFINITY)
        .sorted(Comparator.comparing(i -> keys[i]))
        .limit(k)
        .sorted()
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
