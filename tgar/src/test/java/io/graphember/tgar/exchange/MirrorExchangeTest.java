// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.RowSlab;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.StepPeers;
import io.graphember.tgar.TgarError;
import io.graphember.tgar.plan.Plan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What another node sends is looked at before it is used. */
class MirrorExchangeTest {
  @Test
  void refusesMessagesOfAnotherLength() {
    PartitionedGraph graph = PartitionedGraph.load(SampleGraph.random(100, 600, 3), 2, "hash-2d");
    ComputedPartition own =
        new ComputedPartition(
            0,
            graph.partition(0).topology(),
            graph.partition(0).edgeData(),
            new RowSlab(graph.partition(0).topology().masters(), 1));
    MirrorExchange exchange =
        new MirrorExchange(
            new PartitionHosts(new int[] {0, 1}, 0),
            List.of(own),
            new ShortPeers(),
            Workers.CALLER);
    float[][] rows = {new float[own.topology().vertices()]};
    assertThatThrownBy(() -> exchange.scatter(Plan.SOURCES, 1, rows))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.is(TgarError.MESSAGE_MISMATCH)).isTrue();
              assertThat(e)
                  .hasMessageMatching(
                      "Node 1 of a step has sent 3 floats, and \\d+ were expected\\.");
            });
  }

  /** Another node that sends three floats, whatever is asked. */
  private static final class ShortPeers implements StepPeers {
    @Override
    public void send(int host, long number, float[] rows) {}

    @Override
    public float[] receive(int host, long number) {
      return new float[3];
    }
  }
}
