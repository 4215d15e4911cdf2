// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.spi.partition.VertexSplits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row of the table of the page, and what the rows look at. */
class ChoiceTableTest {
  private static final long FREE = 1_000_000_000;

  /** 1,000 vertices, of which the first ten have a share of the 40,000 edges. */
  private static GraphFigures graph(double hubShare, boolean split, long free) {
    final int ofHub = (int) (4_000 * hubShare);
    final int ofOther = (int) (40_000 * (1 - hubShare) / 990);
    return GraphFigures.of(
        1_000,
        v -> v < 10 ? ofHub : ofOther,
        split ? v -> (byte) (v % 4) : VertexSplits.EMPTY,
        free);
  }

  private static PartitionerChoice choose(
      Strategy strategy, int partitions, GraphFigures graph, Map<String, Long> needs) {
    return new ChoiceTable(strategy, partitions, graph, name -> needs.getOrDefault(name, 0L))
        .choose();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NONE | 1 | 0.3 | false | hash-1d | there is one partition, and nothing to cut",
        "MINI_BATCH | 5000 | 0.1 | true | hdrf | adadne and those that hold the graph make up to 4096 partitions",
        "CLUSTER_BATCH | 8 | 0.3 | true | louvain | batches are of clusters, and communities stay whole in a partition",
        "GLOBAL_BATCH | 8 | 0.1 | true | adadne | each partition computes its part of every step, and parts are equal",
        "MINI_BATCH | 8 | 0.1 | true | multilevel | 10 % of the edges end at 1 % of the vertices, so few edges have to be cut",
        "NONE | 8 | 0.1 | false | multilevel | 10 % of the edges end at 1 % of the vertices, so few edges have to be cut",
        "MINI_BATCH | 8 | 0.3 | true | blocks | 30 % of the edges end at 1 % of the vertices, and neighbourhoods of the vertices in splits stay local around these",
        "MINI_BATCH | 8 | 0.3 | false | adadne | 30 % of the edges end at 1 % of the vertices, and vertices and edges balance nevertheless",
        "EMBEDDING | 8 | 0.3 | true | adadne | 30 % of the edges end at 1 % of the vertices, and vertices and edges balance nevertheless",
        "SUBGRAPHS | 8 | 0.3 | true | adadne | 30 % of the edges end at 1 % of the vertices, and vertices and edges balance nevertheless"
      })
  void theFirstRowThatAppliesIsTaken(
      Strategy strategy, int partitions, double hubs, boolean split, String name, String why) {
    assertThat(choose(strategy, partitions, graph(hubs, split, FREE), Map.of()))
        .isEqualTo(new PartitionerChoice(name, why));
  }

  @Test
  void whatHasNoRoomIsPassedOver() {
    final Map<String, Long> needs =
        Map.of(
            "louvain", 5_000_000_000L,
            "multilevel", 5_000_000_000L,
            "blocks", 5_000_000_000L,
            "adadne", FREE);
    assertThat(choose(Strategy.CLUSTER_BATCH, 8, graph(0.1, true, FREE), needs))
        .isEqualTo(
            new PartitionerChoice(
                "adadne", "louvain would take 5,000 MB in a node, of which 1,000 are free"));
    assertThat(choose(Strategy.MINI_BATCH, 8, graph(0.1, true, FREE), needs))
        .isEqualTo(
            new PartitionerChoice(
                "adadne", "multilevel would take 5,000 MB in a node, of which 1,000 are free"));
    assertThat(choose(Strategy.MINI_BATCH, 8, graph(0.3, true, FREE), needs).name())
        .isEqualTo("adadne");
    assertThat(choose(Strategy.MINI_BATCH, 8, graph(0.3, true, FREE - 1_000_000), needs))
        .isEqualTo(
            new PartitionerChoice(
                "hdrf", "adadne would take 1,000 MB in a node, of which 999 are free"));
  }

  @Test
  void aHundredthOfTheVerticesSaysHowManyHubsThereAre() {
    assertThat(graph(0.3, false, FREE).hubShare()).isCloseTo(0.3, within(0.01));
    assertThat(graph(0.3, false, FREE).edges()).isBetween(39_000L, 40_000L);
    assertThat(GraphFigures.of(200, v -> 4, VertexSplits.EMPTY, FREE).hubShare())
        .isCloseTo(0.01, within(1e-9));
    assertThat(GraphFigures.of(200, v -> 0, VertexSplits.EMPTY, FREE).hubShare()).isZero();
    assertThat(graph(0.3, true, FREE).inSplits()).isEqualTo(750);
  }

  @Test
  void shardsChooseByTheGraphOfAll() {
    final ThreadExchange exchange = new ThreadExchange(3);
    final List<GraphFigures> all =
        exchange.run(
            (ShardExchange side) ->
                GraphFigures.of(
                        100,
                        v -> v + 100 * side.shard(),
                        v -> (byte) (v == 0 ? 1 : 0),
                        FREE - side.shard())
                    .gathered(side));
    final GraphFigures whole =
        GraphFigures.of(300, v -> v, v -> (byte) (v % 100 == 0 ? 1 : 0), FREE - 2);
    for (GraphFigures one : all) {
      assertThat(one)
          .usingRecursiveComparison()
          .isEqualTo(
              new GraphFigures(
                  300, whole.degrees(), whole.ends(), whole.inSplits(), whole.freeBytes(), 3));
    }
  }

  @Test
  void thePageHasTheTable() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    assertThat(page)
        .contains("| `strategy` | `none` |")
        .containsSubsequence(
            "`hash-1d` |", "`hdrf` |", "`louvain` |", "`multilevel` |", "`blocks` |", "`adadne` |")
        .contains("more than 4,096 partitions")
        .contains("less than 20 % of the edges");
  }
}
