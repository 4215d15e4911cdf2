// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphember.config.SettingsReference;
import io.graphember.graph.GraphError;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import io.graphember.spi.partition.VertexTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultilevelTest {
  private static final Path GPMETIS = Path.of("/usr/bin/gpmetis");
  private static final Pattern EDGE_CUT = Pattern.compile("Edgecut: (\\d+)");

  /** A simple undirected graph, each edge once. */
  private record Graph(int vertices, int[] sources, int[] destinations) {
    static Graph of(int vertices, List<int[]> edges) {
      return new Graph(
          vertices,
          edges.stream().mapToInt(e -> e[0]).toArray(),
          edges.stream().mapToInt(e -> e[1]).toArray());
    }

    static Graph grid(int side) {
      final List<int[]> edges = new ArrayList<>();
      for (int v = 0; v < side * side; v++) {
        if (v % side + 1 < side) {
          edges.add(new int[] {v, v + 1});
        }
        if (v + side < side * side) {
          edges.add(new int[] {v, v + side});
        }
      }
      return of(side * side, edges);
    }

    /** Both directions of each edge, so that every vertex with edges has some that end at it. */
    int[] cut(int partitions, Map<String, String> options) {
      final int[] from =
          IntStream.concat(IntStream.of(sources), IntStream.of(destinations)).toArray();
      final int[] to =
          IntStream.concat(IntStream.of(destinations), IntStream.of(sources)).toArray();
      final CutEdges cut =
          CutEdges.of(new Multilevel(), vertices, from, to, partitions, options, Workers.CALLER);
      final int[] partitionOf = new int[vertices];
      Arrays.fill(partitionOf, -1);
      for (int e = 0; e < from.length; e++) {
        assertThat(partitionOf[to[e]]).isIn(-1, cut.assigned()[e]);
        partitionOf[to[e]] = cut.assigned()[e];
      }
      return partitionOf;
    }

    long cutEdges(int[] partitionOf) {
      return IntStream.range(0, sources.length)
          .filter(e -> partitionOf[sources[e]] != partitionOf[destinations[e]])
          .count();
    }

    /** The largest number of such things in a partition, over the mean. */
    static double imbalance(IntStream partitions, int count) {
      final long[] sizes = new long[count];
      partitions.filter(p -> p >= 0).forEach(p -> sizes[p]++);
      return (double) Arrays.stream(sizes).max().orElseThrow() * count / Arrays.stream(sizes).sum();
    }
  }

  /** A square of a grid has a border of about 4 n / P^(1/2) edges; METIS cuts as many. */
  @ParameterizedTest
  @CsvSource({"2,66", "4,136", "16,420"})
  void aGridIsCutAlongShortLines(int partitions, int mostCut) {
    final Graph grid = Graph.grid(60);
    final int[] cut = grid.cut(partitions, Map.of());
    assertThat(grid.cutEdges(cut)).isLessThanOrEqualTo(mostCut);
    assertThat(Graph.imbalance(IntStream.of(cut), partitions)).isLessThanOrEqualTo(1.031);
  }

  /** Stars of different sizes: whoever balances vertices alone has all edges in few partitions. */
  @Test
  void edgesBalanceIfThatIsAsked() {
    final List<int[]> edges = new ArrayList<>();
    for (int v = 0; v < 4_000; v++) {
      final int hubs = v < 2_000 ? 1 : 20;
      for (int i = 0; i < hubs; i++) {
        edges.add(
            new int[] {
              v, (v < 2_000 ? 0 : 2_000) + CounterRandom.bounded(v * 31L + i << 40, 2_000)
            });
      }
    }
    edges.removeIf(e -> e[0] == e[1]);
    final Graph graph = Graph.of(4_000, edges);
    final int[] vertices = graph.cut(4, Map.of());
    final int[] both = graph.cut(4, Map.of("balance", "vertices+edges", "imbalance", "1.05"));
    assertThat(imbalanceOfEdges(graph, vertices)).isGreaterThan(1.5);
    assertThat(imbalanceOfEdges(graph, both)).isLessThanOrEqualTo(1.06);
    assertThat(Graph.imbalance(IntStream.of(both), 4)).isLessThanOrEqualTo(1.06);
  }

  private static double imbalanceOfEdges(Graph graph, int[] partitionOf) {
    return Graph.imbalance(
        IntStream.concat(IntStream.of(graph.sources), IntStream.of(graph.destinations))
            .map(v -> partitionOf[v]),
        4);
  }

  /** A random graph whose vertices are in splits and of several types. */
  private static final class TypedGraph {
    private static final int[] TYPES = {300, 0, 180, 20};
    private static final int VERTICES = 500;

    private final int[][] edges = new int[2][6 * VERTICES];
    private final long key;

    TypedGraph(long key) {
      this.key = key;
      for (int e = 0; e < edges[0].length; e++) {
        edges[0][e] = e % VERTICES;
        edges[1][e] =
            (e % VERTICES + 1 + CounterRandom.bounded(CounterRandom.bits(key, e), 40)) % VERTICES;
      }
    }

    byte split(int vertex) { // half of them are in none, few are validated by
      return (byte) Math.max(0, CounterRandom.bounded(CounterRandom.bits(~key, vertex), 6) - 2);
    }

    int[] cut(int partitions, String balance, VertexSplits splits) {
      final int[] masters = new int[VERTICES];
      new Multilevel()
          .partition(
              CutEdges.stream(VERTICES, edges[0], edges[1]),
              new PartitioningRequest(
                      partitions,
                      1,
                      Map.of("balance", balance),
                      Workers.CALLER,
                      PartitioningProgress.NONE,
                      Cancellation.NEVER)
                  .with(splits)
                  .with(VertexTypes.counting(TYPES)),
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

    /** The largest of a partition by what it may be: 1.03 times the share, or it rounded up. */
    static double load(int[] masters, int partitions, IntUnaryOperator weight) {
      final long[] loads = new long[partitions];
      for (int v = 0; v < masters.length; v++) {
        loads[masters[v]] += weight.applyAsInt(v);
      }
      final double share = (double) Arrays.stream(loads).sum() / partitions;
      return Arrays.stream(loads).max().orElseThrow() / Math.max(1.03 * share, Math.ceil(share));
    }
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void everyConstraintIsWithinItsBound(
      @ForAll @IntRange(min = 2, max = 6) int partitions, @ForAll int seed) {
    final TypedGraph graph = new TypedGraph(seed);
    final int[] cut = graph.cut(partitions, "types+splits+vertices", graph::split);
    assertThat(TypedGraph.load(cut, partitions, v -> 1)).isLessThanOrEqualTo(1);
    for (int split = 1; split < 4; split++) {
      final int wanted = split;
      assertThat(TypedGraph.load(cut, partitions, v -> graph.split(v) == wanted ? 1 : 0))
          .as("split %d", split)
          .isLessThanOrEqualTo(1);
    }
    for (int type : new int[] {0, 2, 3}) {
      final VertexTypes types = VertexTypes.counting(TypedGraph.TYPES);
      assertThat(TypedGraph.load(cut, partitions, v -> types.of(v) == type ? 1 : 0))
          .as("type %d", type)
          .isLessThanOrEqualTo(1);
    }
    assertThat(graph.cut(partitions, "vertices+splits+types", graph::split)).isEqualTo(cut);
  }

  /** What no vertex is in is no constraint. */
  @Test
  void aSplitMayBeEmpty() {
    final TypedGraph graph = new TypedGraph(3);
    final VertexSplits training = v -> v % 5 == 0 ? VertexSplits.TRAIN : VertexSplits.NONE;
    final int[] cut = graph.cut(4, "vertices+splits", training);
    assertThat(TypedGraph.load(cut, 4, training::of)).isLessThanOrEqualTo(1);
  }

  @Test
  void aGraphWithoutASplitIsRefusedIfSplitsAreToBalance() {
    assertThatThrownBy(() -> new TypedGraph(3).cut(4, "vertices+splits", VertexSplits.EMPTY))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SPLIT_MISSING)).isTrue())
        .hasMessage(
            "graph.partitionerOptions.balance = vertices+splits: no vertex is in a split; give the source one, or leave splits out.");
  }

  @Test
  void splitsAreReadIfTheyBalance() {
    assertThat(new Multilevel().readsSplits(Map.of())).isFalse();
    assertThat(new Multilevel().readsSplits(Map.of("balance", "edges+splits"))).isTrue();
  }

  @Test
  void smallAndEmptyGraphsAreCut() {
    assertThat(Graph.of(3, List.of()).cut(2, Map.of())).containsExactly(-1, -1, -1);
    final int[] pair = Graph.of(2, List.of(new int[] {0, 1})).cut(5, Map.of());
    assertThat(pair[0]).isNotEqualTo(pair[1]);
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThatThrownBy(() -> Graph.grid(3).cut(2, Map.of("imbalance", "0.9", "cycles", "-1")))
        .hasMessageContaining("graph.partitionerOptions.imbalance = 0.9")
        .hasMessageContaining("graph.partitionerOptions.cycles = -1");
    assertThatThrownBy(() -> Graph.grid(3).cut(2, Map.of("balance", "vertices+hubs")))
        .hasMessageContaining(
            "graph.partitionerOptions.balance = vertices+hubs: must be vertices, edges, splits, types, or several of them joined by +");
    assertThatThrownBy(() -> Graph.grid(3).cut(2, Map.of("balanceEdges", "true")))
        .hasMessageContaining(
            "graph.partitionerOptions.balanceEdges = true: is unknown; known here: imbalance, balance, cycles, passes");
  }

  private static Graph read(GraphSource source) {
    final Map<String, Integer> numbers = new HashMap<>();
    final TreeSet<Long> edges = new TreeSet<>();
    source.stream(
        new PieceSink() {
          @Override
          public void vertices(VertexPiece piece) {
            // Only those with edges count.
          }

          @Override
          public void split(SplitPiece piece) {
            // Splits are not looked at.
          }

          @Override
          public void edges(EdgePiece piece) {
            for (int i = 0; i < piece.rows(); i++) {
              final int u = number(piece.sources().stringAt(i));
              final int w = number(piece.destinations().stringAt(i));
              if (u != w) {
                edges.add((long) Math.min(u, w) << 32 | Math.max(u, w));
              }
            }
          }

          private int number(String key) {
            return numbers.computeIfAbsent(key, any -> numbers.size());
          }
        },
        Cancellation.NEVER);
    return new Graph(
        numbers.size(),
        edges.stream().mapToInt(e -> (int) (e >>> 32)).toArray(),
        edges.stream().mapToInt(Long::intValue).toArray());
  }

  private static GraphSource named(String graph) {
    return switch (graph) {
      case "cora" -> RealGraphs.cora();
      case "amazon-photo" -> RealGraphs.amazonPhoto();
      default -> RealGraphs.epinions();
    };
  }

  /** What METIS cuts with its defaults, which let a partition have 1.03 times its share too. */
  private static long metis(Graph graph, int partitions, Path folder)
      throws IOException, InterruptedException {
    final List<List<Integer>> lists = new ArrayList<>();
    for (int v = 0; v < graph.vertices; v++) {
      lists.add(new ArrayList<>());
    }
    for (int e = 0; e < graph.sources.length; e++) {
      lists.get(graph.sources[e]).add(graph.destinations[e] + 1);
      lists.get(graph.destinations[e]).add(graph.sources[e] + 1);
    }
    final StringBuilder text = new StringBuilder();
    text.append(graph.vertices).append(' ').append(graph.sources.length).append('\n');
    for (List<Integer> list : lists) {
      list.forEach(w -> text.append(w).append(' '));
      text.append('\n');
    }
    final Path file = Files.writeString(folder.resolve("graph"), text);
    final Process process =
        new ProcessBuilder(GPMETIS.toString(), file.toString(), String.valueOf(partitions))
            .redirectErrorStream(true)
            .start();
    final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    final Matcher found = EDGE_CUT.matcher(out);
    assertThat(found.find()).as(out).isTrue();
    return Long.parseLong(found.group(1));
  }

  @ParameterizedTest
  @CsvSource({"cora,4", "cora,8", "cora,16", "amazon-photo,8", "epinions,8"})
  void realGraphsAreCutAsMetisCutsThem(String name, int partitions, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeThat(GPMETIS).as("Debian's package metis is installed").isExecutable();
    final Graph graph;
    try (GraphSource source = named(name)) {
      graph = read(source);
    }
    final int[] cut = graph.cut(partitions, Map.of());
    assertThat((double) graph.cutEdges(cut) / metis(graph, partitions, folder))
        .isLessThanOrEqualTo(1.15);
    assertThat(Graph.imbalance(IntStream.of(cut), partitions)).isLessThanOrEqualTo(1.05);
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option :
        SettingsReference.of(Multilevel.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
