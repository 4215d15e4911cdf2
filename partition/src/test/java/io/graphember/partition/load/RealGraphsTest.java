// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.EdgeShard;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.schema.source.GraphSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Real graphs in each of their formats are what their descriptions say. */
class RealGraphsTest {
  private static GraphSettings undirected() {
    return undirected("hash-2d");
  }

  private static GraphSettings undirected(String partitioner) {
    return new GraphSettings(
        "real",
        8,
        partitioner,
        Map.of(),
        0,
        true,
        true,
        true,
        StoreLayout.COMPRESSED,
        UnknownVertices.ERROR,
        false,
        null);
  }

  @Test
  void amazonPhoto() {
    try (GraphSource source = RealGraphs.amazonPhoto()) {
      GraphSummary summary = PartitionedGraph.load(source, undirected()).summary();
      assertThat(summary.vertices()).isEqualTo(7650);
      assertThat(summary.edges()).isEqualTo(2 * 119_081);
      assertThat(summary.featureDim()).isEqualTo(745);
      assertThat(summary.classNames()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
      assertThat(summary.vertexTypes().get(0).labels()).isEqualTo(7650);
    }
  }

  @Test
  void dblpHasFourVertexTypesWhoseKeysOverlap() {
    try (GraphSource source = RealGraphs.dblp()) {
      PartitionedGraph loaded = PartitionedGraph.load(source, undirected());
      assertThat(loaded.summary().vertexTypes())
          .extracting(type -> type.type().name() + " " + type.count() + " " + type.labels())
          .containsExactly("author 14475 4057", "paper 14376 0", "venue 20 0", "term 8920 0");
      assertThat(loaded.summary().vertexTypes().get(0).classNames()).hasSize(4);
      assertThat(loaded.summary().edgeTypes())
          .extracting(type -> type.type().name())
          .containsExactly(
              "writes",
              "appears_in",
              "mentions",
              "writes_reverse",
              "appears_in_reverse",
              "mentions_reverse");
      assertThat(loaded.summary().edgeTypes().get(1).count()).isEqualTo(14_376);
      for (int t = 0; t < 3; t++) {
        assertThat(loaded.summary().edgeTypes().get(t).count())
            .isEqualTo(loaded.summary().edgeTypes().get(t + 3).count());
      }
      assertThat(loaded.typeName(loaded.vid("term:10003"))).isEqualTo("term");
      assertThat(loaded.typeName(loaded.vid("author:10003"))).isEqualTo("author");
    }
  }

  @Test
  void epinionsMakesItsVerticesOfItsEdges() {
    try (GraphSource source = RealGraphs.epinions()) {
      PartitionedGraph loaded =
          PartitionedGraph.load(source, PartitionedGraph.settings(8, "hash-2d"));
      GraphSummary summary = loaded.summary();
      assertThat(summary.vertices()).isEqualTo(75_879);
      assertThat(summary.edges()).isEqualTo(508_837);
      // The first lines of the file.
      Set<String> edges = new HashSet<>();
      for (int p = 0; p < loaded.partitions(); p++) {
        edges.addAll(loaded.edgeCounts(p).keySet());
      }
      assertThat(edges).hasSize(508_837).contains("0>4", "0>5", "0>7", "0>18");
    }
  }

  /** Additions of a tenth of the edges cost few replicas; a fresh cut has 1.322 a vertex. */
  @Test
  void whatIsAddedToEpinionsKeepsTheCutGood() {
    GraphSettings settings = undirected("adadne");
    PartitionedGraph first;
    try (GraphSource most = new EdgeShard(RealGraphs.epinions(), 10, true)) {
      first = PartitionedGraph.load(most, settings);
    }
    try (GraphSource rest = new EdgeShard(RealGraphs.epinions(), 10, false)) {
      GraphSummary summary = first.add(rest, settings).summary();
      assertThat(summary.vertices()).isEqualTo(75_879);
      assertThat(summary.edges()).isEqualTo(2 * 405_740);
      assertThat(summary.quality().replicationFactor()).isLessThan(1.36);
      assertThat(summary.quality().vertexBalance()).isLessThan(1.03);
      assertThat(summary.quality().edgeBalance()).isLessThan(1.03);
    }
  }
}
