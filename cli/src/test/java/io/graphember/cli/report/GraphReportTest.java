// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.GraphInfo;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.FeaturePrecision;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphReportTest {
  @Test
  void listsGraphs() {
    assertThat(GraphReport.all(List.of(Outcomes.result(1, 0.8).graph())).lines())
        .containsExactly(
            "graph  version  vertices   edges  partitions  features  classes",
            "cora         1     2,708  10,556           8     1,433        3");
    assertThat(GraphReport.all(List.of()).lines())
        .containsExactly("There is no graph in the cluster.");
  }

  @Test
  void showsAGraph() {
    assertThat(GraphReport.of(Outcomes.result(1, 0.8).graph()).lines())
        .containsExactly(
            "Graph       cora, version 1",
            "Vertices    2,708",
            "Edges       10,556",
            "Partitions  8 by hash-2d",
            "            replication factor 2.23, vertex balance 1.17, edge balance 1.25",
            "Keys        integer",
            "Features    1,433",
            "Classes     3: a, b, c",
            "Memory      3 B on all nodes together while a job runs",
            "Cache       graphember.graph.cora.v1",
            "In-degrees  0           0",
            "            1         485  #####################",
            "            2-3     1,136  ##################################################",
            "            4-7       847  #####################################",
            "            8-15      205  #########",
            "            16-31      29  #",
            "            32-63       5  #",
            "            64-127      1  #");
  }

  private static GraphInfo library() {
    return library(GraphInfo.SplitSizes.UNKNOWN);
  }

  private static GraphInfo library(GraphInfo.SplitSizes splits) {
    return library(splits, FeaturePrecision.FLOAT32);
  }

  private static GraphInfo library(GraphInfo.SplitSizes splits, FeaturePrecision precision) {
    return new GraphInfo(
        "library",
        2,
        "graphember.graph.library.v2",
        5,
        3,
        4,
        "hash-2d",
        false,
        1,
        1,
        1,
        0,
        false,
        List.of(),
        List.of(1L),
        0,
        List.of(
            new GraphInfo.Vertices("author", 2, KeyKind.UUID, 0, 0, List.of()),
            new GraphInfo.Vertices(
                "paper",
                3,
                KeyKind.INT64,
                7,
                List.of(),
                2,
                List.of("x", "y"),
                GraphInfo.KeyLengths.UNKNOWN,
                FeatureEncoding.NONE,
                0,
                splits,
                VertexAttributes.NONE)),
        List.of(new GraphInfo.Edges("writes", "author", "paper", 3, false, false, 0)),
        List.of(2L, 3L),
        123,
        17,
        null,
        GraphInfo.PartitionSizes.UNKNOWN,
        precision,
        precision == FeaturePrecision.BFLOAT16 ? "edges are few" : null,
        null,
        GraphInfo.EdgeRules.NONE,
        0);
  }

  @Test
  void saysWhatWasAdded() {
    final GraphInfo base = Outcomes.result(1, 0.5).graph();
    assertThat(GraphReport.of(base).lines()).noneMatch(line -> line.contains("was added"));
    final GraphInfo added =
        new GraphInfo(
            "cora",
            5,
            "graphember.graph.cora.v5",
            2718,
            12_556,
            9,
            "hash-2d",
            false,
            2.231,
            1.17,
            1.25,
            1433,
            false,
            base.classNames(),
            base.slabBytes(),
            0,
            base.vertexTypes(),
            base.edgeTypes(),
            base.inDegrees(),
            0,
            0,
            null,
            GraphInfo.PartitionSizes.UNKNOWN,
            FeaturePrecision.FLOAT32,
            null,
            base,
            GraphInfo.EdgeRules.NONE,
            0);
    assertThat(GraphReport.of(added).lines())
        .contains("            the last has what was added to version 1: 10 vertices, 2,000 edges");
  }

  @Test
  void showsTheTypesOfATypedGraph() {
    assertThat(GraphReport.of(library()).lines())
        .contains(
            "Held out    17 edges, to be predicted, not among these",
            "            cut where its edges were, 41.0 bytes an edge exchanged between nodes",
            "Schema      vertex type  vertices  keys     features  labelled  classes",
            "            author              2  UUID            0         0        0",
            "            paper               3  integer         7         2        2",
            "            edge type  from    to     edges",
            "            writes     author  paper      3",
            "In-degrees  0  2  #################################");
    assertThat(GraphReport.all(List.of(library())).lines())
        .containsExactly(
            "graph    version  vertices  edges  partitions  features  classes",
            "library        2         5      3           4  0 + 7     0 + 2");
  }

  @Test
  void saysWhyAPartitionerWasChosen() {
    GraphInfo chosen = library(GraphInfo.SplitSizes.UNKNOWN, FeaturePrecision.BFLOAT16);
    assertThat(GraphReport.of(chosen).lines())
        .containsSubsequence("Partitions  4 by hash-2d", "            chosen since edges are few");
    assertThat(GraphReport.of(library()).lines()).noneMatch(line -> line.contains("chosen"));
    assertThat(JsonGraph.of(chosen).partitionerReason()).isEqualTo("edges are few");
    assertThat(JsonGraph.of(library()).partitionerReason()).isNull();
  }

  @Test
  void showsHowFeaturesAreStored() {
    GraphInfo half = library(GraphInfo.SplitSizes.UNKNOWN, FeaturePrecision.BFLOAT16);
    assertThat(GraphReport.of(half).lines()).contains("Features    of vertices stored as bfloat16");
    assertThat(GraphReport.of(library()).lines()).noneMatch(line -> line.contains("float32"));
    assertThat(JsonGraph.of(half).featurePrecision()).isEqualTo("bfloat16");
    assertThat(JsonGraph.of(library()).featurePrecision()).isEqualTo("float32");
  }

  /** Of 1,140 papers in splits, none of which chooses an epoch. */
  private static final GraphInfo.SplitSizes SPLITS =
      new GraphInfo.SplitSizes(
          List.of(600L, 600L, 600L, 600L),
          List.of(35L, 34L, 36L, 35L),
          List.of(0L, 0L, 0L, 0L),
          List.of(250L, 250L, 250L, 250L));

  @Test
  void showsHowEvenlyTheSplitsLie() {
    assertThat(GraphReport.of(library(SPLITS)).lines())
        .containsOnlyOnce("Splits      paper: train 140 (34 to 36 a partition), test 1,000 (250)");
    assertThat(JsonGraph.of(library(SPLITS)).vertexTypes())
        .extracting(JsonGraph.Vertices::splits)
        .containsExactly(
            null,
            new SplitSpreads(
                new SplitSpread(140, 34, 36),
                new SplitSpread(0, 0, 0),
                new SplitSpread(1000, 250, 250)));
  }

  /** Graphs without a split, and those that were stored before anybody counted. */
  @Test
  void saysNothingOfSplitsThatAreNotThere() {
    List<Long> none = List.of(0L, 0L, 0L, 0L);
    GraphInfo.SplitSizes unsplit =
        new GraphInfo.SplitSizes(List.of(1L, 1L, 0L, 0L), none, none, none);
    assertThat(GraphReport.of(library()).lines()).noneMatch(line -> line.startsWith("Splits"));
    assertThat(GraphReport.of(library(unsplit)).lines())
        .noneMatch(line -> line.startsWith("Splits"));
    assertThat(JsonGraph.of(library(unsplit)).vertexTypes().get(1).splits()).isNull();
  }

  /** What scripts read has counts by type, names of classes, and the edges that are held out. */
  @Test
  void jsonSaysWhatTheTypesHave() {
    JsonGraph graph = JsonGraph.of(library());
    assertThat(graph.features()).isNull();
    assertThat(graph.heldOutEdges()).isEqualTo(17);
    assertThat(graph.vertexTypes()).extracting("features").containsExactly(0, 7);
    assertThat(graph.vertexTypes().get(1).classNames()).containsExactly("x", "y");
    assertThat(graph.edgeTypes()).extracting("name").containsExactly("writes");
  }
}
