// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.RowSlab;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;

class SumRequestTest {
  private final RowSlab slab = new RowSlab(3, 2);
  private final PartitionTopology topology =
      PartitionedGraph.load(
              SampleGraph.ofEdges(3, new int[] {0, 1, 2, 0}, new int[] {2, 2, 2, 1}, 1),
              1,
              "hash-1d")
          .partition(0)
          .topology();

  SumRequestTest() {
    for (int row = 0; row < 3; row++) {
      slab.write(row, new float[] {row, 10 * row}, 0);
    }
  }

  @Test
  void sumsComeInTheOrderAskedFor() {
    SumRequest request =
        SumRequest.ofRows(7, new int[] {2, 1}, new int[] {1, 2, 2}, new float[] {1, 2, -1});
    assertThat(request.answer(topology, slab)).containsExactly(5, 50, -2, -20);
    assertThat(request.partition()).isEqualTo(7);
    assertThat(request.sums()).isEqualTo(2);
    assertThat(request.rows(topology)).isEqualTo(3);
    assertThat(request.bytes()).isEqualTo(32);
    assertThat(SumRequest.ofRows(7, new int[] {2}, new int[] {1, 2}, null).answer(topology, slab))
        .containsExactly(3, 30);
    assertThat(SumRequest.ofRows(7, new int[0], new int[0], null).answer(topology, slab)).isEmpty();
  }

  private int withDegree(int degree) {
    for (int v = 0; v < topology.vertices(); v++) {
      if (topology.inDegree(v) == degree) {
        return v;
      }
    }
    throw new AssertionError("no vertex of degree " + degree);
  }

  @Test
  void neighborsAreNamedByTheirPlaceInTheListOfAVertex() {
    final int hub = withDegree(3);
    final int leaf = withDegree(1);
    final int[] list = PartitionedGraph.list(topology.in().lists(), hub);
    final float source = PartitionedGraph.list(topology.in().lists(), leaf)[0];
    SumRequest request =
        SumRequest.ofNeighbors(
            7, new int[] {hub, leaf, hub}, new int[] {2, -1, -1}, new int[] {2, 0}, null);
    assertThat(request.answer(topology, slab))
        .containsExactly(list[2] + list[0], 10 * (list[2] + list[0]), source, 10 * source, 3, 30);
    assertThat(request.rows(topology)).isEqualTo(6);
    assertThat(request.bytes()).isEqualTo(32);
    SumRequest weighted =
        SumRequest.ofNeighbors(
            7, new int[] {hub}, new int[] {-1}, new int[0], new float[] {1, 2, 4});
    final float sum = list[0] + 2 * list[1] + 4 * list[2];
    assertThat(weighted.answer(topology, slab)).containsExactly(sum, 10 * sum);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        SumRequest.ofRows(7, new int[] {1}, new int[] {3}, null), "row 3, partition 7 has 3 rows");
    refused(
        SumRequest.ofRows(7, new int[] {1}, new int[] {-1}, null),
        "row -1, partition 7 has 3 rows");
    refused(SumRequest.ofRows(7, new int[] {1, 0}, new int[] {2}, null), "a sum of 0 rows");
    refused(
        SumRequest.ofRows(7, new int[] {Integer.MAX_VALUE, 2}, new int[] {2}, null),
        "1 rows for sums of 2147483649, with no weights");
    refused(
        SumRequest.ofRows(7, new int[] {1}, new int[] {2}, new float[2]),
        "1 rows for sums of 1, with 2 weights");
  }

  @Test
  void neighborsThatAreNotThereAreRefused() {
    final int[] hub = {withDegree(3)};
    refused(
        SumRequest.ofNeighbors(7, new int[] {3}, new int[] {-1}, new int[0], null),
        "vertex 3, partition 7 has 3");
    refused(
        SumRequest.ofNeighbors(7, new int[] {-1}, new int[] {-1}, new int[0], null),
        "vertex -1, partition 7 has 3");
    refused(
        SumRequest.ofNeighbors(7, hub, new int[] {-1, -1}, new int[0], null),
        "1 vertices for 2 sums");
    refused(
        SumRequest.ofNeighbors(7, hub, new int[] {1}, new int[] {3}, null),
        "position 3 of degree 3");
    refused(
        SumRequest.ofNeighbors(7, hub, new int[] {2}, new int[] {1}, null),
        "1 positions instead of 2");
    refused(
        SumRequest.ofNeighbors(7, hub, new int[] {1}, new int[] {1, 2}, null),
        "2 positions instead of 1");
    refused(SumRequest.ofNeighbors(7, hub, new int[] {-2}, new int[0], null), "a sum of -2 rows");
    refused(
        SumRequest.ofNeighbors(7, new int[] {withDegree(0)}, new int[] {-1}, new int[0], null),
        "a sum of 0 rows");
    refused(
        SumRequest.ofNeighbors(7, hub, new int[] {-1}, new int[0], new float[1]),
        "0 rows for sums of 3, with 1 weights");
    RowSlab mastersOnly = new RowSlab(1, 2);
    SumRequest all = SumRequest.ofNeighbors(7, hub, new int[] {-1}, new int[0], null);
    assertThatThrownBy(() -> all.answer(topology, mastersOnly))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining("partition 7 has 1 rows");
  }

  private void refused(SumRequest request, String what) {
    assertThatThrownBy(() -> request.answer(topology, slab))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(GraphError.REQUEST_OUT_OF_RANGE)).isTrue())
        .hasMessage("A request for sums of rows does not fit its partition: " + what + ".");
  }
}
