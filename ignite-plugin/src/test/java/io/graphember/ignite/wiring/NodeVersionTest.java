// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeVersionTest {
  @ParameterizedTest
  @CsvSource({
    "0.1.0,          0.1.0, true",
    "0.1.0,          0.1.7, true",
    "0.1.0-SNAPSHOT, 0.1.2, true",
    "0.1.12,         0.1.3, true",
    "0.1.0,          0.2.0, false",
    "0.1.0,         0.11.0, false",
    "1.1.0,          0.1.0, false",
    "none,           0.1.0, false"
  })
  void nodesOfOneMinorVersionJoin(String one, String other, boolean join) {
    NodeVersion first = new NodeVersion(one, "31/20");
    NodeVersion second = new NodeVersion(other, "31/20");
    assertThat(first.joins(second)).isEqualTo(join);
    assertThat(second.joins(first)).isEqualTo(join);
    assertThat(first.joins(new NodeVersion(one, "32/20"))).isFalse();
  }

  @Test
  void whatANodeSaysIsRead() {
    NodeVersion own = NodeVersion.current();
    assertThat(NodeVersion.of(own.toString())).contains(own);
    assertThat(own.software()).isEqualTo(GraphemberVersion.current());
    assertThat(NodeVersion.of("Graphember 0.1.0-SNAPSHOT, ids 31/20"))
        .contains(new NodeVersion("0.1.0-SNAPSHOT", "31/20"));
    for (Object other : new Object[] {"", "Graphember", 7}) {
      assertThat(NodeVersion.of(other)).isEqualTo(Optional.empty());
    }
    assertThat(NodeVersion.of(null)).isEmpty();
  }
}
