// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderedEdgesTest {
  /** An edge by its ends. */
  record Edge(int at, int other) {}

  private static final class Walk implements OrderedEdges.Own {
    private final List<Edge> edges;
    private int next = -1;

    Walk(List<Edge> edges) {
      this.edges = edges;
    }

    @Override
    public boolean next() {
      return ++next < edges.size();
    }

    @Override
    public int at() {
      return edges.get(next).at;
    }

    @Override
    public int other() {
      return edges.get(next).other;
    }
  }

  /** Ascending, many at few vertices, so that a message ends in the middle of a vertex. */
  private static List<Edge> edges(int vertices, int count) {
    List<Edge> edges = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      int at = (int) ((long) e * e / Math.max(1, count) * vertices / Math.max(1, count));
      edges.add(new Edge(at, CounterRandom.bounded(CounterRandom.bits(3, e), vertices)));
    }
    return edges;
  }

  @ParameterizedTest
  @CsvSource({"1, 5, 0", "3, 5, 0", "2, 9, 300", "3, 40, 250000", "4, 3, 400000"})
  void everyShardReadsAllEdgesInOrder(int shards, int vertices, int count) {
    List<Edge> all = edges(vertices, count);
    List<List<Edge>> read =
        new ThreadExchange(shards)
            .run(
                exchange -> {
                  VertexHomes homes =
                      VertexHomes.of(new int[] {vertices}, exchange.shard(), shards);
                  List<Edge> own = all.stream().filter(edge -> homes.here(edge.at)).toList();
                  OrderedEdges ordered = new OrderedEdges(vertices, exchange, new Walk(own));
                  List<Edge> seen = new ArrayList<>();
                  while (ordered.next()) {
                    seen.add(new Edge(ordered.at(), ordered.other()));
                    assertThat(ordered.isOwn()).isEqualTo(homes.here(ordered.at()));
                  }
                  assertThat(ordered.next()).isFalse();
                  return seen;
                });
    assertThat(read).hasSize(shards).allSatisfy(seen -> assertThat(seen).isEqualTo(all));
  }

  @ParameterizedTest
  @CsvSource({"2", "3", "7", "127"})
  void homesAreEven(int shards) {
    int[] counts = new int[shards];
    for (int v = 0; v < 10_000 * shards; v++) {
      counts[VertexHomes.of(v % 5, v / 5, shards)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(9_500, 10_500);
    }
  }
}
