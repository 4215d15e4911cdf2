// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.memory.PackedInts;
import io.graphember.partition.Hash1d;
import io.graphember.partition.Hash2d;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphBuilderTest {
  private static final GraphHeader PLAIN = new GraphHeader(KeyKind.INT64, 0, false);
  private final MemoryBudget budget = new MemoryBudget(1L << 30);

  private static GraphSettings settings(UnknownVertices policy) {
    return new GraphSettings(
        "g",
        3,
        "hash-1d",
        Map.of(),
        0,
        false,
        false,
        false,
        StoreLayout.COMPACT,
        policy,
        false,
        null);
  }

  private GraphStaging staging(UnknownVertices policy, GraphHeader header) {
    return new GraphStaging(settings(policy), header, budget);
  }

  private static VertexPiece vertices(long... keys) {
    return new VertexPiece(KeyColumn.of(keys), null, null, null);
  }

  private static EdgePiece edge(long source, long destination) {
    return new EdgePiece(KeyColumn.of(source), KeyColumn.of(destination));
  }

  private static GraphBuilder builder(GraphSettings settings, Cancellation cancellation) {
    return new GraphBuilder(
        settings, new Hash1d(), Workers.CALLER, cancellation, (phase, done, total) -> {});
  }

  private static void refused(ErrorCode code, String message, Runnable action) {
    GraphemberException e = catchThrowableOfType(GraphemberException.class, action::run);
    assertThat(e).hasMessage(message);
    assertThat(e.is(code)).isTrue();
  }

  @Test
  void anUnknownVertexIsAnErrorByDefault() {
    try (GraphStaging staging = staging(UnknownVertices.ERROR, PLAIN)) {
      staging.vertices(vertices(1, 2));
      refused(
          GraphError.VERTEX_UNKNOWN,
          "Row 1 of the edges names vertex 3, which no vertex row has;"
              + " set graph.unknownVertices to skip or create to allow it.",
          () -> staging.edges(edge(1, 3)));
      refused(
          GraphError.VERTEX_UNKNOWN,
          "The valid split names vertex -7, which no vertex row has;"
              + " set graph.unknownVertices to skip or create to allow it.",
          () -> staging.split(new SplitPiece(Split.VALID, KeyColumn.of(-7))));
    }
  }

  @Test
  void anUnknownVertexMayBeSkippedAndCounted() {
    try (GraphStaging staging = staging(UnknownVertices.SKIP, PLAIN)) {
      staging.vertices(vertices(1, 2));
      staging.edges(edge(1, 3));
      staging.edges(edge(3, 1));
      staging.edges(edge(4, 5));
      staging.edges(edge(2, 1));
      staging.split(new SplitPiece(Split.TEST, KeyColumn.of(9, 1)));
      assertThat(staging.vertexCount()).isEqualTo(2);
      assertThat(staging.edgeCount()).isEqualTo(1);
      assertThat(staging.skippedEdges()).isEqualTo(3);
      assertThat(staging.skippedSplits()).isEqualTo(1);
      assertThat(staging.columns(0).split(0)).isEqualTo(Split.TEST.code());
      GraphSummary summary =
          builder(settings(UnknownVertices.SKIP), Cancellation.NEVER)
              .plan(staging, List.of())
              .write((key, block) -> {});
      assertThat(summary.skippedEdges()).isEqualTo(3);
      assertThat(summary.edges()).isEqualTo(1);
    }
  }

  @Test
  void anUnknownVertexMayBeCreatedWithoutLabelAndWithARowOfZeros() {
    GraphHeader header = new GraphHeader(KeyKind.STRING, 2, true);
    try (GraphStaging staging = staging(UnknownVertices.CREATE, header)) {
      staging.vertices(
          new VertexPiece(
              KeyColumn.of("a"), new int[] {0}, new byte[] {1}, new float[] {1.5f, 2.5f}));
      staging.edges(new EdgePiece(KeyColumn.of("a", "b", "c"), KeyColumn.of("b", "b", "a")));
      staging.split(new SplitPiece(Split.TRAIN, KeyColumn.of("d")));
      assertThat(staging.vertexCount()).isEqualTo(4);
      assertThat(staging.edgeCount()).isEqualTo(3);
      assertThat(staging.skippedEdges()).isZero();
      float[] row = {9, 9};
      for (int v = 1; v < 4; v++) {
        assertThat(staging.columns(0).label(v)).isEqualTo(-1);
        assertThat(staging.columns(0).split(v)).isEqualTo(v == 3 ? Split.TRAIN.code() : Split.NONE);
        staging.columns(0).readRow(v, row);
        assertThat(row).containsExactly(0, 0);
      }
      staging.columns(0).readRow(0, row);
      assertThat(row).containsExactly(1.5f, 2.5f);
    }
  }

  @Test
  void aVertexThatComesTwiceIsRefused() {
    try (GraphStaging staging = staging(UnknownVertices.CREATE, PLAIN)) {
      staging.vertices(vertices(1, 2));
      refused(
          GraphError.VERTEX_TWICE,
          "Vertex 2 came twice; a key names one vertex.",
          () -> staging.vertices(vertices(3, 2)));
    }
  }

  @Test
  void aGraphWithoutVerticesIsRefused() {
    try (GraphStaging staging = staging(UnknownVertices.ERROR, PLAIN)) {
      refused(
          GraphError.GRAPH_EMPTY,
          "Graph g has no vertices: the vertex and edge files hold no rows.",
          () ->
              builder(settings(UnknownVertices.ERROR), Cancellation.NEVER)
                  .plan(staging, List.of()));
    }
  }

  @Test
  void aGraphWithoutEdgesIsAGraph() {
    PartitionedGraph loaded = PartitionedGraph.load(SampleGraph.of("0 6"), 4, "hash-2d");
    assertThat(loaded.summary().partitionMasters()).containsExactly(2, 2, 2, 1);
    assertThat(loaded.summary().edges()).isZero();
    assertThat(loaded.summary().quality().replicationFactor()).isEqualTo(1);
    assertThat(loaded.summary().quality().edgeBalance()).isEqualTo(1);
  }

  @Test
  void aLabelWithoutANameIsRefusedBeforeAnythingIsWritten() {
    GraphHeader header = new GraphHeader(KeyKind.INT64, 0, true);
    try (GraphStaging staging = staging(UnknownVertices.ERROR, header)) {
      staging.vertices(new VertexPiece(KeyColumn.of(1, 2), new int[] {0, 2}, null, null));
      refused(
          GraphError.PIECE_MISMATCH,
          "A vertex has label number 2, but 2 label names were sent.",
          () ->
              builder(settings(UnknownVertices.ERROR), Cancellation.NEVER)
                  .plan(staging, List.of(List.of("a", "b"))));
      refused(
          GraphError.GRAPH_TOO_LARGE,
          "Label number 1048576 came; a graph has up to 1048576 classes.",
          () ->
              staging.vertices(new VertexPiece(KeyColumn.of(3), new int[] {1 << 20}, null, null)));
    }
  }

  /** A small piece of keys may ask for zeros without end: they are refused before they are made. */
  @Test
  void rowsOfCreatedVerticesAreTakenFromTheBudgetFirst() {
    MemoryBudget small = new MemoryBudget(4 << 20);
    GraphHeader wide = new GraphHeader(KeyKind.INT64, CsrRows.LEAST_DIM - 1, false);
    long[] sources = new long[10_000];
    long[] destinations = new long[sources.length];
    Arrays.setAll(sources, i -> i);
    Arrays.setAll(destinations, i -> sources.length + i);
    try (GraphStaging staging = new GraphStaging(settings(UnknownVertices.CREATE), wide, small)) {
      GraphemberException e =
          catchThrowableOfType(
              GraphemberException.class,
              () ->
                  staging.edges(new EdgePiece(KeyColumn.of(sources), KeyColumn.of(destinations))));
      assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue();
    }
    assertThat(small.takenBytes()).isZero();
  }

  /** Wide rows of zeros are not written down. */
  @Test
  void rowsOfCreatedVerticesTakeNothingWhereRowsAreSparse() {
    MemoryBudget small = new MemoryBudget(24 << 20);
    GraphHeader wide = new GraphHeader(KeyKind.INT64, VertexType.MAX_FEATURE_DIM, false);
    long[] ends = new long[10_000];
    Arrays.setAll(ends, i -> i);
    try (GraphStaging staging = new GraphStaging(settings(UnknownVertices.CREATE), wide, small)) {
      staging.edges(new EdgePiece(KeyColumn.of(ends), KeyColumn.of(ends)));
      assertThat(staging.vertexCount()).isEqualTo(10_000);
    }
  }

  @Test
  void memoryIsRefusedWithFiguresAndGivenBack() {
    MemoryBudget small = new MemoryBudget(3 << 20);
    GraphStaging staging = new GraphStaging(settings(UnknownVertices.CREATE), PLAIN, small);
    GraphemberException e =
        catchThrowableOfType(
            GraphemberException.class,
            () -> {
              for (long v = 0; v < 1_000_000; v += 1000) {
                long[] keys = new long[1000];
                for (int i = 0; i < keys.length; i++) {
                  keys[i] = v + i;
                }
                staging.vertices(vertices(keys));
              }
            });
    assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue();
    assertThat(e)
        .hasMessageMatching(
            "Staging graph g needs [0-9.]+ MiB, but only [0-9.]+ MiB of this node's memory budget of 3.0 MiB are free; .*");
    staging.close();
    staging.close();
    assertThat(small.takenBytes()).isZero();
  }

  @Test
  void buildingTakesItsMemoryBeforeItStarts() {
    MemoryBudget exact = new MemoryBudget(60 << 20);
    SampleGraph graph = SampleGraph.random(1000, 400_000, 1);
    GraphStaging staging = new GraphStaging(settings(UnknownVertices.ERROR), PLAIN, exact);
    graph.source(50_000).stream(staging, Cancellation.NEVER);
    long staged = exact.takenBytes();
    assertThat(staged).isBetween(8L * 400_000, 12L << 20);
    builder(settings(UnknownVertices.ERROR), Cancellation.NEVER).plan(staging, List.of());
    // 4 for the table, 2 for partitions, 8 for the order of edges, less the 8 of the staged edges,
    // which are gone by then; and a partition: its lists while they are sorted, its payload and
    // its blocks
    assertThat(exact.takenBytes() - staged).isBetween(10L * 400_000, 34L * 400_000);
    staging.close();
    assertThat(exact.takenBytes()).isZero();

    MemoryBudget tight = new MemoryBudget(8 << 20);
    GraphStaging refused = new GraphStaging(settings(UnknownVertices.ERROR), PLAIN, tight);
    graph.source(50_000).stream(refused, Cancellation.NEVER);
    assertThatThrownBy(
            () ->
                builder(settings(UnknownVertices.ERROR), Cancellation.NEVER)
                    .plan(refused, List.of()))
        .hasMessageContaining("memory budget of 8.0 MiB");
    refused.close();
    assertThat(tight.takenBytes()).isZero();
  }

  /** Cancelled at the n-th look, for every n: the work is left, whatever it is doing. */
  @Test
  void aBuildCanBeLeftAtEveryLook() {
    SampleGraph graph = SampleGraph.random(50, 300, 3).withFeatures(2);
    int looks = 0;
    for (boolean cancelled = true; cancelled; looks++) {
      AtomicInteger left = new AtomicInteger(looks);
      cancelled = !builds(graph, () -> left.getAndDecrement() <= 0);
    }
    assertThat(looks).isGreaterThan(20);
    assertThat(budget.takenBytes()).isZero();
  }

  private boolean builds(SampleGraph graph, Cancellation cancellation) {
    GraphSource source = graph.source(100);
    GraphSettings settings = PartitionedGraph.settings(4, "hash-2d");
    try (GraphStaging staging = new GraphStaging(settings, source.header(), budget)) {
      source.stream(staging, Cancellation.NEVER);
      new GraphBuilder(
              settings, new Hash2d(), Workers.CALLER, cancellation, (phase, done, total) -> {})
          .plan(staging, PartitionedGraph.labelNames(source))
          .write((key, block) -> {});
      return true;
    } catch (GraphemberException e) {
      assertThat(e.is(SpiError.CANCELLED)).isTrue();
      return false;
    }
  }

  private static final int[] CUT = {1, 0, 0, 2, 1, 2}; // by destination

  /** A partitioner made of a rule; its masters and edges are whatever the rule says. */
  private record Fake(BiConsumer<EdgeStream, AssignmentSink> rule) implements Partitioner {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public String description() {
      return "fake";
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return 0;
    }

    @Override
    public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
      rule.accept(edges, sink);
    }
  }

  private static PartitionedGraph load(String graph, BiConsumer<EdgeStream, AssignmentSink> rule) {
    return PartitionedGraph.load(
        SampleGraph.of(graph).source(10), settings(UnknownVertices.ERROR), new Fake(rule));
  }

  @Test
  void aPartitionerThatBreaksItsContractIsNamed() {
    Map<String, BiConsumer<EdgeStream, AssignmentSink>> broken = new HashMap<>();
    broken.put("it assigned 1 of 2 edges", (e, sink) -> sink.assignEdges(new int[1], 1));
    broken.put("it assigned 0 of 2 edges", (e, sink) -> {});
    broken.put("it assigned more than the 2 edges", (e, sink) -> sink.assignEdges(new int[3], 3));
    broken.put("it named partition 3 of 3", (e, sink) -> sink.assignEdges(new int[] {0, 3}, 2));
    broken.put("it named partition -1 of 3", (e, sink) -> sink.assignMaster(0, -1));
    broken.put("it named vertex 3 of 3", (e, sink) -> sink.assignMaster(3, 0));
    broken.put("it named vertex -1 of 3", (e, sink) -> sink.assignMaster(-1, 0));
    broken.put(
        "it counted -1 entries in an array of 1", (e, sink) -> sink.assignEdges(new int[1], -1));
    broken.put(
        "it counted 2 entries in an array of 1", (e, sink) -> sink.assignEdges(new int[1], 2));
    broken.forEach(
        (why, rule) ->
            refused(
                GraphError.PARTITIONER_BROKEN,
                "The partitioner broke its contract: " + why + ".",
                () -> load("0>1 1>2", rule)));
  }

  @Test
  void aPartitionerMayNameMastersEvenWhereTheVertexHasNoEdge() {
    PartitionedGraph loaded =
        load(
            "0>1 1>2 3",
            (edges, sink) -> {
              sink.assignEdges(new int[] {0, 0}, 2);
              for (int v = 0; v < 4; v++) {
                sink.assignMaster(v, 2);
              }
            });
    assertThat(loaded.summary().partitionMasters()).containsExactly(0, 0, 4);
    assertThat(loaded.partition(0).topology().vertices()).isEqualTo(3);
    assertThat(loaded.edgeCounts(0)).hasSize(2);
    assertThat(loaded.summary().quality().replicationFactor()).isEqualTo(1);
    // The masters have no edges of their own: their replica sets say where they are.
    PackedInts replicaPartitions = loaded.partition(2).topology().replicas().partitions();
    assertThat(replicaPartitions.toArray()).containsExactly(0, 0, 0);
  }

  /** Vertex 0 has two edges in partition 0, and one in each of the others. */
  @Test
  void aMasterIsWhereMostOfItsEdgesAreIfThereIsRoom() {
    final String key = SampleGraph.of("0").keyOf(0);
    PartitionedGraph roomy =
        load("4>0 0>1 0>2 0>3 5>6 7>8", (e, sink) -> sink.assignEdges(CUT, CUT.length));
    assertThat(Vid.partition(roomy.vid(key))).isZero();
    assertThat(roomy.summary().partitionMasters()).containsExactly(3, 3, 3);
    // Two of five masters are partition 0's already.
    PartitionedGraph full = load("4>0 0>1 0>2 0>3", (e, sink) -> sink.assignEdges(CUT, 4));
    assertThat(Vid.partition(full.vid(key))).isEqualTo(1);
    assertThat(full.summary().partitionMasters()).containsExactly(2, 2, 1);
  }

  @Test
  void aPartitionerReadsTheEdgesInCanonicalOrderAsOftenAsItLikes() {
    List<String> passes = new ArrayList<>();
    load(
        "2>0 1>0 0>3 3",
        (edges, sink) -> {
          for (int pass = 0; pass < 2; pass++) {
            edges.rewind();
            StringBuilder seen = new StringBuilder();
            int[] sources = new int[2];
            int[] destinations = new int[2];
            for (int n = edges.read(sources, destinations);
                n > 0;
                n = edges.read(sources, destinations)) {
              for (int i = 0; i < n; i++) {
                seen.append(sources[i]).append('>').append(destinations[i]).append(' ');
              }
            }
            passes.add(seen + "of " + edges.vertices() + " and " + edges.edges());
          }
          sink.assignEdges(new int[] {0, 1, 2}, 3);
        });
    assertThat(passes).containsOnly("1>0 2>0 0>3 of 4 and 3").hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 130, 1000})
  void manyPartitionsWork(int partitions) {
    SampleGraph graph = SampleGraph.random(200, 2000, 5);
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, "hash-2d");
    TreeMap<String, Integer> union = new TreeMap<>();
    for (int p = 0; p < partitions; p++) {
      loaded.edgeCounts(p).forEach((edge, count) -> union.merge(edge, count, Integer::sum));
    }
    assertThat(union).isEqualTo(graph.edgeCounts());
    assertThat(Arrays.stream(loaded.summary().partitionMasters()).sum()).isEqualTo(200);
  }

  @Test
  void coraIsWhatItsReadmeSays() {
    try (GraphSource cora = RealGraphs.cora()) {
      GraphSummary summary =
          PartitionedGraph.load(cora, PartitionedGraph.settings(8, "hash-2d")).summary();
      assertThat(summary.vertices()).isEqualTo(2708);
      assertThat(summary.edges()).isEqualTo(10_556);
      assertThat(summary.featureDim()).isEqualTo(1433);
      assertThat(summary.classNames()).containsExactly("0", "1", "2", "3", "4", "5", "6");
      assertThat(summary.quality().replicationFactor()).isBetween(2.0, 5.0);
      long most = Arrays.stream(summary.partitionMasters()).max().orElseThrow();
      long fewest = Arrays.stream(summary.partitionMasters()).min().orElseThrow();
      assertThat(most).isLessThanOrEqualTo(fewest + 10);
    }
  }

  private static Map<Long, byte[]> blocks(GraphSource source, Workers workers) {
    GraphSettings settings = PartitionedGraph.settings(4, "hash-2d");
    Map<Long, byte[]> blocks = new TreeMap<>();
    try (GraphStaging staging =
        new GraphStaging(settings, source.header(), new MemoryBudget(1L << 30))) {
      source.stream(staging, Cancellation.NEVER);
      new GraphBuilder(
              settings, new Hash2d(), workers, Cancellation.NEVER, (phase, done, total) -> {})
          .plan(staging, PartitionedGraph.labelNames(source))
          .write(blocks::put);
    }
    return blocks;
  }

  @Test
  void threadsLeaveNoTrace() {
    SampleGraph graph = SampleGraph.random(30_000, 200_000, 5);
    Map<Long, byte[]> alone = blocks(graph.source(10_000), Workers.CALLER);
    Map<Long, byte[]> three =
        blocks(graph.source(10_000), new Workers(ForkJoinPool.commonPool(), 3));
    assertThat(three.keySet()).isEqualTo(alone.keySet());
    alone.forEach((key, block) -> assertThat(three.get(key)).isEqualTo(block));
  }
}
