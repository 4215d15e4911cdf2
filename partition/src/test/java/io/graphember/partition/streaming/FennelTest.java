// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference;
import io.graphember.partition.Hash1d;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.Partitioner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FennelTest {
  private static final int VERTICES = 2_000;
  private static final int COMMUNITIES = 20;
  private static final int DEGREE = 20;

  /**
   * By hand: four vertices at which edges end, 10 neighbours, so alpha gamma is 1.5 * 5 * sqrt(2) /
   * 8 = 1.33. Vertex 0 finds no neighbour placed and goes to the first partition; 1 has three
   * there, which is more than a vertex costs. That makes 4 / 2 vertices, so 2 has to go to the
   * other one, where 3 finds it.
   */
  @Test
  void aVertexGoesToItsNeighboursWhereThereIsRoom() {
    CutEdges cut =
        CutEdges.of(
            new Fennel(),
            10,
            new int[] {9, 0, 0, 0, 1, 1, 1, 2, 2, 2},
            new int[] {0, 1, 1, 1, 2, 2, 2, 3, 3, 3},
            2,
            Map.of("slack", "1"),
            Workers.CALLER);
    assertThat(cut.assigned()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 1, 1);
  }

  /** Nine of ten neighbours of a vertex are in its community. */
  private static CutEdges communities(Partitioner partitioner, Map<String, String> options) {
    int[] sources = new int[VERTICES * DEGREE];
    int[] destinations = new int[sources.length];
    for (int e = 0; e < sources.length; e++) {
      final long bits = CounterRandom.bits(11, e);
      final int vertex = e / DEGREE;
      final int any = CounterRandom.bounded(bits, VERTICES);
      destinations[e] = vertex;
      sources[e] = e % 10 == 0 ? any : any - any % COMMUNITIES + vertex % COMMUNITIES;
    }
    return CutEdges.of(partitioner, VERTICES, sources, destinations, 4, options, Workers.CALLER);
  }

  private static double cutShare(CutEdges cut) {
    int[] partitionOf = new int[VERTICES];
    for (int e = 0; e < cut.assigned().length; e++) {
      partitionOf[cut.destinations()[e]] = cut.assigned()[e];
    }
    int between = 0;
    for (int e = 0; e < cut.assigned().length; e++) {
      between += partitionOf[cut.sources()[e]] == cut.assigned()[e] ? 0 : 1;
    }
    return (double) between / cut.assigned().length;
  }

  @Test
  void communitiesStayTogetherTheMoreTheOftenerTheyAreStreamed() {
    double hashed = cutShare(communities(new Hash1d(), Map.of("by", "destination")));
    CutEdges once = communities(new Fennel(), Map.of());
    CutEdges often = communities(new Fennel(), Map.of("passes", "5"));
    assertThat(hashed).isBetween(0.72, 0.78);
    assertThat(cutShare(once)).isLessThan(0.5);
    assertThat(cutShare(often)).isLessThan(0.2).isLessThan(cutShare(once));
    for (CutEdges cut : new CutEdges[] {once, often}) {
      for (long edges : cut.edges()) { // of each vertex 20
        assertThat(edges / DEGREE).isLessThanOrEqualTo((long) Math.ceil(1.1 * VERTICES / 4));
      }
      assertThat(Arrays.stream(cut.edges()).sum()).isEqualTo(VERTICES * DEGREE);
    }
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThatThrownBy(() -> communities(new Fennel(), Map.of("gamma", "1", "slack", "0.5")))
        .hasMessageContaining("graph.partitionerOptions.gamma = 1")
        .hasMessageContaining("graph.partitionerOptions.slack = 0.5");
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option : SettingsReference.of(Fennel.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
