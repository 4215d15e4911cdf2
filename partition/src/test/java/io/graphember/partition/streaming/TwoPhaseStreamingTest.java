// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.partition.fixture.RmatGraph;
import io.graphember.spi.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoPhaseStreamingTest {
  /**
   * Two triangles and an edge between them, by hand. Clusters have up to 2 * 7 / 2 = 7 ends of
   * edges, which is what each triangle has: 0 joins 1, 2 joins both, and so on. Both have a
   * partition, with 3 edges each; the last edge has the same score in both, and goes to the first.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hdrf", "linear"})
  void clustersStayTogether(String variant) {
    CutEdges cut =
        CutEdges.of(
            new TwoPhaseStreaming(),
            6,
            new int[] {0, 1, 2, 3, 4, 5, 2},
            new int[] {1, 2, 0, 4, 5, 3, 3},
            2,
            Map.of("variant", variant),
            Workers.CALLER);
    assertThat(cut.assigned()).containsExactly(0, 0, 0, 1, 1, 1, 0);
  }

  /** A star is one cluster, of which no partition takes more than its share. */
  @ParameterizedTest
  @ValueSource(strings = {"hdrf", "linear"})
  void aPartitionTakesItsShareAtMost(String variant) {
    int[] leaves = new int[60];
    Arrays.setAll(leaves, i -> i + 1);
    CutEdges cut =
        CutEdges.of(
            new TwoPhaseStreaming(),
            61,
            new int[60],
            leaves,
            4,
            Map.of("variant", variant, "imbalance", "1"),
            Workers.CALLER);
    assertThat(cut.edges()).containsOnly(15);
  }

  private static CutEdges cut(RmatGraph graph, Map<String, String> options) {
    return CutEdges.of(
        new TwoPhaseStreaming(),
        graph.vertices(),
        graph.sources(),
        graph.destinations(),
        8,
        options,
        Workers.CALLER);
  }

  @Test
  void anRmatGraphIsCutBetterThanByHashAndBalanced() {
    RmatGraph graph = RmatGraph.simple(15, 300_000);
    CutEdges all = cut(graph, Map.of());
    CutEdges linear = cut(graph, Map.of("variant", "linear"));
    assertThat(all.replicationFactor()).isLessThan(2.5);
    assertThat(all.replicationFactor()).isLessThan(linear.replicationFactor());
    for (long edges : linear.edges()) {
      assertThat(edges).isLessThanOrEqualTo((long) Math.ceil(1.05 * 300_000 / 8));
    }
  }

  @Test
  void wrongOptionsAreRefused() {
    RmatGraph graph = RmatGraph.simple(8, 300);
    assertThatThrownBy(() -> cut(graph, Map.of("imbalance", "0.9", "passes", "0")))
        .hasMessageContaining("graph.partitionerOptions.imbalance = 0.9")
        .hasMessageContaining("graph.partitionerOptions.passes = 0");
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option :
        SettingsReference.of(TwoPhaseStreaming.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
