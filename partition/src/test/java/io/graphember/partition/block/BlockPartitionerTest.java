// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference;
import io.graphember.graph.GraphError;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.partition.weighted.GraphReader;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlockPartitionerTest {
  private static PartitioningRequest request(
      int partitions, Map<String, String> options, VertexSplits splits) {
    return new PartitioningRequest(
            partitions, 1, options, Workers.CALLER, PartitioningProgress.NONE, Cancellation.NEVER)
        .with(splits);
  }

  /** A path of vertices, each with an edge to the next one and back. */
  private static int[][] path(int vertices) {
    final int[] up = IntStream.range(0, vertices - 1).toArray();
    final int[] down = IntStream.range(1, vertices).toArray();
    return new int[][] {
      IntStream.concat(IntStream.of(up), IntStream.of(down)).toArray(),
      IntStream.concat(IntStream.of(down), IntStream.of(up)).toArray()
    };
  }

  private static WeightedGraph graph(int vertices, int[][] edges) {
    return new GraphReader(
            CutEdges.stream(vertices, edges[0], edges[1]), request(1, Map.of(), VertexSplits.EMPTY))
        .read("blocks", false);
  }

  private static int[] cut(
      int vertices,
      int[][] edges,
      int partitions,
      Map<String, String> options,
      VertexSplits splits) {
    final int[] masters = new int[vertices];
    new BlockPartitioner()
        .partition(
            CutEdges.stream(vertices, edges[0], edges[1]),
            request(partitions, options, splits),
            new AssignmentSink() {
              @Override
              public void assignEdges(int[] assigned, int count) {
                // Masters say it.
              }

              @Override
              public void assignMaster(int vertex, int partition) {
                masters[vertex] = partition;
              }
            });
    return masters;
  }

  private static int[] members(NeighborhoodBlocks blocks, int block) {
    return IntStream.range(blocks.start(block), blocks.end(block)).map(blocks::member).toArray();
  }

  /** Figure 7 by hand: a path of 12 whose vertices 2 and 9 are in splits. */
  @Test
  void aBlockHasWhatItsSearchReachesFirst() {
    final NeighborhoodBlocks blocks =
        NeighborhoodBlocks.of(graph(12, path(12)), v -> (byte) (v == 2 ? 1 : v == 9 ? 3 : 0), 2, 1);
    assertThat(blocks.count()).isEqualTo(2);
    final int first = blocks.member(blocks.start(0)) == 2 ? 0 : 1;
    assertThat(members(blocks, first)).startsWith(2).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    assertThat(members(blocks, 1 - first)).startsWith(9).containsExactlyInAnyOrder(7, 8, 9, 10, 11);
    assertThat(blocks.left()).containsExactly(5, 6);
  }

  /** A vertex in a split keeps its own block, whichever search reaches it. */
  @Test
  void everyVertexInASplitHasABlock() {
    final NeighborhoodBlocks blocks =
        NeighborhoodBlocks.of(graph(6, path(6)), v -> (byte) (v < 3 ? 1 : 0), 5, 7);
    assertThat(blocks.count()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).map(b -> blocks.member(blocks.start(b))))
        .containsExactlyInAnyOrder(0, 1, 2);
    assertThat(IntStream.range(0, 3).map(b -> members(blocks, b).length).sum()).isEqualTo(6);
    assertThat(blocks.left()).isEmpty();
    final int[] order = blocks.inBreadth(graph(6, path(6)));
    assertThat(members(blocks, order[0])).containsExactly(2, 3, 4, 5);
    assertThat(members(blocks, order[1])).containsExactly(1);
    assertThat(members(blocks, order[2])).containsExactly(0);
  }

  /** Two circles of eight blocks each, joined by one edge: each is a partition. */
  @Test
  void blocksGoWhereTheirEdgesLead() {
    final int vertices = 64;
    final int[][] edges = new int[2][2 * vertices + 2];
    for (int v = 0; v < vertices; v++) {
      final int next = v / 32 * 32 + (v + 1) % 32;
      edges[0][2 * v] = v;
      edges[1][2 * v] = next;
      edges[0][2 * v + 1] = next;
      edges[1][2 * v + 1] = v;
    }
    edges[0][2 * vertices] = 0;
    edges[1][2 * vertices] = 32;
    edges[0][2 * vertices + 1] = 32;
    edges[1][2 * vertices + 1] = 0;
    final VertexSplits splits = v -> (byte) (v % 4 == 0 ? 1 + v / 4 % 2 : 0);
    final int[] masters = cut(vertices, edges, 2, Map.of(), splits);
    int between = 0;
    for (int e = 0; e < edges[0].length; e++) {
      between += masters[edges[0][e]] == masters[edges[1][e]] ? 0 : 1;
    }
    assertThat(between).isLessThanOrEqualTo(10); // by hash 65
  }

  @Property(tries = 100)
  void splitsBalance(@ForAll @IntRange(min = 2, max = 6) int partitions, @ForAll int seed) {
    final int vertices = 600;
    final int[][] edges = new int[2][6 * vertices];
    for (int e = 0; e < edges[0].length; e++) {
      final int v = e % vertices;
      edges[0][e] = v;
      edges[1][e] = (v + 1 + CounterRandom.bounded(CounterRandom.bits(seed, e), 20)) % vertices;
    }
    final VertexSplits splits = v -> (byte) CounterRandom.bounded(CounterRandom.bits(~seed, v), 4);
    final int[] masters = cut(vertices, edges, partitions, Map.of(), splits);
    final int[][] counts = new int[4][partitions];
    for (int v = 0; v < vertices; v++) {
      counts[splits.of(v)][masters[v]]++;
    }
    for (int split = 1; split < 4; split++) {
      final int[] some = counts[split];
      final double share = Arrays.stream(some).sum() / (double) partitions;
      assertThat(Arrays.stream(some).max().orElseThrow()).isLessThanOrEqualTo((int) (2 * share));
    }
    assertThat(cut(vertices, edges, partitions, Map.of(), splits)).isEqualTo(masters);
  }

  @Test
  void aGraphWithoutASplitIsRefused() {
    assertThatThrownBy(() -> cut(4, path(4), 2, Map.of(), VertexSplits.EMPTY))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SPLIT_MISSING)).isTrue())
        .hasMessage(
            "graph.partitioner = blocks: no vertex is in a split, around which blocks grow; give the source one, or use multilevel or louvain.");
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThatThrownBy(
            () -> cut(4, path(4), 2, Map.of("hops", "-1", "testWeight", "x"), v -> (byte) 1))
        .hasMessageContaining("graph.partitionerOptions.hops = -1")
        .hasMessageContaining("graph.partitionerOptions.testWeight = x");
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option :
        SettingsReference.of(BlockPartitioner.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
