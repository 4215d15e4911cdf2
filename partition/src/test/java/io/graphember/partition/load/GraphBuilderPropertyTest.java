// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.KeyKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What holds for every graph, cut by every partitioner into any number of partitions: checked on
 * random multigraphs with hubs, self loops, parallel edges, isolated vertices and empty partitions.
 */
class GraphBuilderPropertyTest {
  private static final int TRIES = 300;

  /** A graph and how it is cut. */
  record Cut(SampleGraph graph, GraphSettings settings) {
    PartitionedGraph load() {
      return PartitionedGraph.load(graph.source(13), settings);
    }
  }

  @Provide
  Arbitrary<Cut> cuts() {
    Arbitrary<SampleGraph> graphs =
        Combinators.combine(
                Arbitraries.integers().between(1, 40),
                Arbitraries.integers().between(0, 160),
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.of(KeyKind.values()))
            .as(
                (vertices, edges, key, kind) ->
                    SampleGraph.random(vertices, edges, key)
                        .withKeys(kind)
                        .withLabels("b", "a", "c")
                        .withFeatures(3));
    return Combinators.combine(
            graphs,
            Arbitraries.integers().between(1, 16),
            Arbitraries.of("hash-1d", "hash-1d by destination", "hash-2d"),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(StoreLayout.values()),
            Arbitraries.of(true, false))
        .as(
            (graph, partitions, cutter, symmetrize, dropLoops, dropDuplicates, layout, balance) ->
                new Cut(
                    graph,
                    PartitionedGraph.balancing(
                        new GraphSettings(
                            "sample",
                            partitions,
                            cutter.split(" ")[0],
                            cutter.contains("by") ? Map.of("by", "destination") : Map.of(),
                            graph.key(),
                            symmetrize,
                            dropLoops,
                            dropDuplicates,
                            layout,
                            UnknownVertices.ERROR,
                            false,
                            null),
                        balance)));
  }

  @Property(tries = TRIES, seed = "21")
  void theUnionOfThePartitionsIsTheGraph(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    TreeMap<String, Integer> union = new TreeMap<>();
    long edges = 0;
    for (int p = 0; p < loaded.partitions(); p++) {
      loaded.edgeCounts(p).forEach((edge, count) -> union.merge(edge, count, Integer::sum));
      assertThat(loaded.outEdgeCounts(p)).isEqualTo(loaded.edgeCounts(p));
      assertThat(loaded.summary().partitionEdges()[p])
          .isEqualTo(loaded.partition(p).topology().edges());
      edges += loaded.partition(p).topology().edges();
    }
    assertThat(union).isEqualTo(expectedEdges(cut));
    assertThat(loaded.summary().edges()).isEqualTo(edges);
  }

  @Property(tries = TRIES, seed = "22")
  void everyVertexHasOneMasterAndItsKeyBack(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    List<String> keys = new ArrayList<>();
    for (int p = 0; p < loaded.partitions(); p++) {
      GraphPartition partition = loaded.partition(p);
      assertThat(partition.number()).isEqualTo(p);
      assertThat(partition.keys().size()).isEqualTo(partition.topology().masters());
      assertThat(loaded.summary().partitionMasters()[p]).isEqualTo(partition.topology().masters());
      assertThat(loaded.summary().partitionVertices()[p])
          .isEqualTo(partition.topology().vertices());
      for (int local = 0; local < partition.keys().size(); local++) {
        keys.add(partition.keys().stringAt(local));
      }
    }
    List<String> expected = new ArrayList<>();
    for (int v = 0; v < cut.graph.vertices(); v++) {
      expected.add(cut.graph.keyOf(v));
    }
    assertThat(keys).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(loaded.summary().vertices()).isEqualTo(expected.size());
  }

  @Property(tries = TRIES, seed = "23")
  void degreesAreThoseOfTheWholeGraphInEveryReplica(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    Map<String, Integer> inDegrees = new HashMap<>();
    Map<String, Integer> outDegrees = new HashMap<>();
    expectedEdges(cut)
        .forEach(
            (edge, count) -> {
              outDegrees.merge(edge.split(">")[0], count, Integer::sum);
              inDegrees.merge(edge.split(">")[1], count, Integer::sum);
            });
    for (int p = 0; p < loaded.partitions(); p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      for (int v = 0; v < topology.vertices(); v++) {
        String key = loaded.key(topology.vid(p, v));
        assertThat(topology.inDegree(v)).isEqualTo(inDegrees.getOrDefault(key, 0));
        assertThat(topology.outDegree(v)).isEqualTo(outDegrees.getOrDefault(key, 0));
      }
    }
  }

  @Property(tries = TRIES, seed = "24")
  void mastersAreSortedByDegreeMirrorsByVidNeighborsByLocalNumber(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    Map<String, Integer> degrees = new HashMap<>();
    expectedEdges(cut)
        .forEach(
            (edge, count) -> {
              degrees.merge(edge.split(">")[0], count, Integer::sum);
              degrees.merge(edge.split(">")[1], count, Integer::sum);
            });
    Map<String, Integer> order = new HashMap<>();
    for (int v = 0; v < cut.graph.vertices(); v++) {
      order.put(cut.graph.keyOf(v), v);
    }
    for (int p = 0; p < loaded.partitions(); p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      List<Long> ranks = new ArrayList<>(); // degree descending, then the order of the input
      for (int v = 0; v < topology.masters(); v++) {
        String key = loaded.partition(p).keys().stringAt(v);
        ranks.add(-1_000_000L * degrees.getOrDefault(key, 0) + order.get(key));
      }
      assertThat(ranks).isSorted();
      List<Long> mirrors = new ArrayList<>();
      for (int v = topology.masters(); v < topology.vertices(); v++) {
        mirrors.add(topology.vid(p, v));
        assertThat(Vid.partition(topology.vid(p, v))).isNotEqualTo(p);
      }
      assertThat(mirrors).isSorted().doesNotHaveDuplicates();
      for (int v = 0; v < topology.vertices(); v++) {
        assertThat(PartitionedGraph.list(topology.in().lists(), v)).isSorted();
        assertThat(PartitionedGraph.list(topology.out().lists(), v)).isSorted();
      }
    }
  }

  @Property(tries = TRIES, seed = "25")
  void everyReplicaKnowsTheOthersAndTheirDegrees(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    Map<Long, TreeMap<Integer, List<Integer>>> all = new HashMap<>(); // vid -> partition -> entry
    for (int p = 0; p < loaded.partitions(); p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      for (int v = 0; v < topology.vertices(); v++) {
        all.computeIfAbsent(topology.vid(p, v), none -> new TreeMap<>())
            .put(p, List.of(v, topology.in().lists().degree(v), topology.out().lists().degree(v)));
      }
    }
    for (int p = 0; p < loaded.partitions(); p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      ReplicaSets sets = topology.replicas();
      for (int v = 0; v < topology.vertices(); v++) {
        TreeMap<Integer, List<Integer>> seen = new TreeMap<>();
        List<Integer> partitions = new ArrayList<>();
        for (int r = sets.offsets().get(v); r < sets.offsets().get(v + 1); r++) {
          partitions.add(sets.partitions().get(r));
          seen.put(
              sets.partitions().get(r),
              List.of(sets.locals().get(r), sets.inDegrees().get(r), sets.outDegrees().get(r)));
        }
        assertThat(partitions).isSorted().doesNotHaveDuplicates();
        TreeMap<Integer, List<Integer>> others = new TreeMap<>(all.get(topology.vid(p, v)));
        others.remove(p);
        assertThat(seen).isEqualTo(others);
      }
    }
  }

  @Property(tries = TRIES, seed = "26")
  void mastersLieWithTheirEdgesAndIsolatedOnesFillTheEmptiestPartitions(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    Set<String> connected = new HashSet<>();
    expectedEdges(cut).keySet().forEach(edge -> connected.addAll(List.of(edge.split(">"))));
    long fewest = Arrays.stream(loaded.summary().partitionMasters()).min().orElseThrow();
    for (int p = 0; p < loaded.partitions(); p++) {
      Set<String> here = new HashSet<>();
      loaded.edgeCounts(p).keySet().forEach(edge -> here.addAll(List.of(edge.split(">"))));
      int isolated = 0;
      for (int v = 0; v < loaded.partition(p).topology().masters(); v++) {
        String key = loaded.partition(p).keys().stringAt(v);
        isolated += connected.contains(key) ? 0 : 1;
        assertThat(here.contains(key)).isEqualTo(connected.contains(key));
      }
      if (isolated > 0 && !cut.settings.balanceSplits()) {
        assertThat(loaded.summary().partitionMasters()[p]).isLessThanOrEqualTo(fewest + 1);
      }
      // Every vertex in a partition has an edge there or is an isolated master.
      assertThat(loaded.partition(p).topology().vertices()).isEqualTo(here.size() + isolated);
    }
  }

  @Property(tries = TRIES, seed = "27")
  void labelsSplitsAndRowsLieWithTheMaster(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    assertThat(loaded.summary().classNames()).containsExactly("a", "b", "c");
    float[] row = new float[3];
    for (int v = 0; v < cut.graph.vertices(); v++) {
      long vid = loaded.vid(cut.graph.keyOf(v));
      GraphPartition partition = loaded.partition(Vid.partition(vid));
      int label = partition.labels().labels()[Vid.local(vid)];
      assertThat(label < 0 ? null : loaded.summary().classNames().get(label))
          .isEqualTo(cut.graph.labelOf(v));
      assertThat(partition.labels().splits()[Vid.local(vid)]).isEqualTo(cut.graph.splitOf(v));
      partition.features().orElseThrow().read(Vid.local(vid), row, 0);
      assertThat(row).isEqualTo(cut.graph.featuresOf(v));
    }
  }

  @Property(tries = TRIES, seed = "28")
  void theOrderOfEdgesAndPiecesLeavesNoTrace(@ForAll("cuts") Cut cut) {
    Map<Long, byte[]> blocks = cut.load().blocks();
    Map<Long, byte[]> others =
        PartitionedGraph.load(
                cut.graph.reordered(cut.graph.key()).source(1 + cut.graph.vertices() % 5),
                cut.settings)
            .blocks();
    assertThat(others.keySet()).isEqualTo(blocks.keySet());
    blocks.forEach((key, block) -> assertThat(others.get(key)).isEqualTo(block));
  }

  @Property(tries = TRIES, seed = "29")
  void replicasStayWithinTheBoundOfThePartitioner(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    int partitions = cut.settings.partitions();
    int rows = 1;
    for (int r = 1; r * r <= partitions; r++) {
      rows = partitions % r == 0 ? r : rows;
    }
    boolean grid = cut.settings.partitioner().equals("hash-2d");
    boolean byDestination = !cut.settings.partitionerOptions().isEmpty();
    Map<String, Set<Integer>> heldBy = new HashMap<>();
    Map<String, Set<Integer>> owned = new HashMap<>(); // the end that hash-1d keeps together
    for (int p = 0; p < partitions; p++) {
      for (String edge : loaded.edgeCounts(p).keySet()) {
        String[] ends = edge.split(">");
        heldBy.computeIfAbsent(ends[0], none -> new TreeSet<>()).add(p);
        heldBy.computeIfAbsent(ends[1], none -> new TreeSet<>()).add(p);
        owned.computeIfAbsent(ends[byDestination ? 1 : 0], none -> new TreeSet<>()).add(p);
      }
    }
    final int bound = grid ? rows + partitions / rows - 1 : partitions;
    heldBy.values().forEach(held -> assertThat(held).hasSizeLessThanOrEqualTo(bound));
    if (!grid) {
      owned.values().forEach(held -> assertThat(held).hasSize(1));
    }
    assertThat(loaded.summary().quality().replicationFactor())
        .isEqualTo(
            heldBy.isEmpty()
                ? 1
                : heldBy.values().stream().mapToInt(Set::size).sum() / (double) heldBy.size());
  }

  /** The edges after symmetrising and dropping, by the definition of the settings. */
  private static TreeMap<String, Integer> expectedEdges(Cut cut) {
    TreeMap<String, Integer> edges = new TreeMap<>();
    cut.graph
        .edgeCounts()
        .forEach(
            (edge, count) -> {
              String[] ends = edge.split(">");
              boolean loop = ends[0].equals(ends[1]);
              if (!loop || !cut.settings.dropSelfLoops()) {
                edges.merge(edge, count, Integer::sum);
              }
              if (!loop && cut.settings.symmetrize()) {
                edges.merge(ends[1] + ">" + ends[0], count, Integer::sum);
              }
            });
    if (cut.settings.dropDuplicates()) {
      edges.replaceAll((edge, count) -> 1);
    }
    return edges;
  }
}
