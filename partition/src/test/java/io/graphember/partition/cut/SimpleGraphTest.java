// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import org.junit.jupiter.api.Test;

class SimpleGraphTest {
  /** A stream of which nothing but its size is asked. */
  private record Sized(long vertices, long edges) implements EdgeStream {
    @Override
    public int read(int[] sources, int[] destinations) {
      throw new IllegalStateException("it is too large to be read");
    }

    @Override
    public void rewind() {
      throw new IllegalStateException("it is too large to be read");
    }
  }

  @Test
  void whatArraysAreTooShortForIsRefused() {
    assertThatCode(() -> SimpleGraph.requireRoom(new Sized((1 << 30) - 8, 1_073_741_819)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> SimpleGraph.requireRoom(new Sized(10, 1_073_741_820)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.GRAPH_TOO_LARGE)).isTrue())
        .hasMessage(
            "A node has 1073741820 edges of the graph; this partitioner holds up to 1073741819: use"
                + " more storage nodes, or hdrf or hash-2d.");
    assertThatThrownBy(() -> SimpleGraph.requireRoom(new Sized(1 << 30, 10)))
        .hasMessage(
            "A node has 1073741824 vertices of the graph and of its edges; this partitioner holds up"
                + " to 1073741816: use more storage nodes, or hash-2d.");
  }
}
