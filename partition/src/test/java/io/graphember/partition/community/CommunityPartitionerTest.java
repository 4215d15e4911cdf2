// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.community;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommunityPartitionerTest {
  private static final int VERTICES = 2_000;
  private static final int COMMUNITIES = 20;
  private static final int DEGREE = 20;

  /** Nine of ten neighbours of a vertex are in its community, whose members are 20 apart. */
  private static CutEdges communities(int partitions, Map<String, String> options) {
    final int[] sources = new int[VERTICES * DEGREE];
    final int[] destinations = new int[sources.length];
    for (int e = 0; e < sources.length; e++) {
      final int vertex = e / DEGREE;
      final int any = CounterRandom.bounded(CounterRandom.bits(11, e), VERTICES);
      destinations[e] = vertex;
      sources[e] = e % 10 == 0 ? any : any - any % COMMUNITIES + vertex % COMMUNITIES;
    }
    return CutEdges.of(
        new CommunityPartitioner(),
        VERTICES,
        sources,
        destinations,
        partitions,
        options,
        Workers.CALLER);
  }

  private static int[] partitionOf(CutEdges cut) {
    final int[] partitionOf = new int[VERTICES];
    for (int e = 0; e < cut.assigned().length; e++) {
      partitionOf[cut.destinations()[e]] = cut.assigned()[e];
    }
    return partitionOf;
  }

  @Test
  void communitiesThatFitStayWhole() {
    final int[] partitionOf = partitionOf(communities(5, Map.of()));
    for (int v = COMMUNITIES; v < VERTICES; v++) {
      assertThat(partitionOf[v]).isEqualTo(partitionOf[v % COMMUNITIES]);
    }
    final int[] sizes = new int[5];
    Arrays.stream(partitionOf).forEach(p -> sizes[p]++);
    assertThat(sizes).containsOnly(400);
  }

  /** A community has 100 vertices, a partition 47 to 52. */
  @Test
  void communitiesThatAreTooLargeAreDealtInParts() {
    final CutEdges cut = communities(40, Map.of());
    final int[] partitionOf = partitionOf(cut);
    final int[] sizes = new int[40];
    Arrays.stream(partitionOf).forEach(p -> sizes[p]++);
    assertThat(Arrays.stream(sizes).max().orElseThrow()).isLessThanOrEqualTo(52);
    int within = 0;
    for (int e = 0; e < cut.assigned().length; e++) {
      within += partitionOf[cut.sources()[e]] == cut.assigned()[e] ? 1 : 0;
    }
    assertThat((double) within / cut.assigned().length).isGreaterThan(0.4); // by hash 1/40
  }

  /** Vertices of the first half have seven times as many in-edges as the others. */
  @ParameterizedTest
  @ValueSource(strings = {"vertices", "edges"})
  void whatIsAskedForBalances(String what) {
    final int[] sources = new int[4 * VERTICES];
    final int[] destinations = new int[sources.length];
    for (int e = 0; e < sources.length; e++) {
      destinations[e] = e < 3 * VERTICES ? e % (VERTICES / 2) : e % VERTICES;
      sources[e] = CounterRandom.bounded(CounterRandom.bits(3, e), VERTICES);
    }
    final CutEdges cut =
        CutEdges.of(
            new CommunityPartitioner(),
            VERTICES,
            sources,
            destinations,
            4,
            Map.of("balance", what, "imbalance", "1.02"),
            Workers.CALLER);
    final int[] vertices = new int[4];
    Arrays.stream(partitionOf(cut)).forEach(p -> vertices[p]++);
    final double most =
        what.equals("vertices")
            ? 4.0 * Arrays.stream(vertices).max().orElseThrow() / VERTICES
            : 4.0 * Arrays.stream(cut.edges()).max().orElseThrow() / destinations.length;
    assertThat(most).isLessThanOrEqualTo(1.0201);
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThatThrownBy(() -> communities(2, Map.of("resolution", "0", "balance", "masters")))
        .hasMessageContaining("graph.partitionerOptions.resolution = 0")
        .hasMessageContaining("graph.partitionerOptions.balance = masters");
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option :
        SettingsReference.of(CommunityPartitioner.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
