// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.GraphInfo;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TypeTablesTest {
  private static List<GraphInfo.Edges> types(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new GraphInfo.Edges("r" + i, "a", "b", 100 + i, false, false, 0))
        .toList();
  }

  @Test
  void fewEdgeTypesAreInTheirOrder() {
    assertThat(TypeTables.edges(types(2)))
        .containsExactly(
            "edge type  from  to  edges",
            "r0         a     b     100",
            "r1         a     b     101");
    assertThat(TypeTables.edges(types(20))).hasSize(21);
  }

  @Test
  void ofManyEdgeTypesTheLargestAreNamed() {
    final List<String> lines = TypeTables.edges(types(25));
    assertThat(lines).hasSize(22).endsWith("and 5 edge types with fewer edges");
    assertThat(lines.get(1)).startsWith("r24 ");
    assertThat(lines).noneMatch(line -> line.startsWith("r4 "));
  }
}
