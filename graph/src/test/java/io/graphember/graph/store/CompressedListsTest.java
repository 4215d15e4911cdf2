// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;

class CompressedListsTest {
  @Test
  void moreThanPlacesAreForIsRefusedInWords() {
    CompressedLists.requireRoom(1 << 30);
    assertThatThrownBy(() -> CompressedLists.requireRoom((1 << 30) + 1))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.GRAPH_TOO_LARGE)).isTrue())
        .hasMessage(
            "The compressed lists of a partition take more than 1073741824 bytes; use more partitions, or set graph.store to compact.");
  }
}
