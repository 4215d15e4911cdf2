// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.RowStorage;
import io.graphember.memory.SmallSegments;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology in a mapped file has the same lists, bit by bit, in both layouts. */
class MappedTopologyPropertyTest {
  private static Path folder = Path.of("");

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("mapped-topology");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    Files.delete(folder); // files have no names
  }

  private static ByteStorage files(Path folder) {
    return new MappedFolder(folder, () -> {});
  }

  private static int[] locals(PartitionTopology topology) {
    final int[] locals = new int[topology.vertices()];
    Arrays.setAll(locals, v -> v);
    return locals;
  }

  private static void assertSame(Adjacency mapped, Adjacency heap, PartitionTopology topology) {
    final int[] locals = locals(topology);
    final int count = locals.length;
    final int[] degrees = new int[count];
    final int[] expected = new int[count];
    mapped.degrees(locals, 0, count, degrees);
    heap.degrees(locals, 0, count, expected);
    assertThat(degrees).isEqualTo(expected);
    final int[] positions = new int[topology.edges()];
    final int[] neighbors = new int[topology.edges()];
    final boolean[] found = new boolean[count];
    final boolean[] expectedFound = new boolean[count];
    int edges = 0;
    for (int v = 0; v < count; v++) {
      assertThat(mapped.degree(v)).isEqualTo(heap.degree(v));
      assertThat(PartitionedGraph.list(mapped, v)).isEqualTo(PartitionedGraph.list(heap, v));
      for (int i = 0; i < degrees[v]; i++) {
        positions[edges] = i;
        neighbors[edges++] = degrees[v] - 1 - i;
      }
    }
    System.arraycopy(positions, 0, neighbors, 0, edges);
    mapped.gather(locals, degrees, count, positions);
    heap.gather(locals, expected, count, neighbors);
    assertThat(positions).isEqualTo(neighbors);
    final int[] wanted = new int[count];
    Arrays.setAll(wanted, v -> (3 * v + 1) % count);
    mapped.contains(locals, new int[count], degrees, wanted, count, found);
    heap.contains(locals, new int[count], expected, wanted, count, expectedFound);
    assertThat(found).isEqualTo(expectedFound);
  }

  private static void assertSame(EdgeTypeRanges mapped, EdgeTypeRanges heap, int v, int types) {
    assertThat(mapped.present(v)).isEqualTo(heap.present(v));
    for (int type = 0; type < types; type++) {
      assertThat(mapped.positions(v, type)).isEqualTo(heap.positions(v, type));
      assertThat(mapped.end(v, type)).isEqualTo(heap.end(v, type));
    }
  }

  private static void assertSame(int number, PartitionTopology mapped, PartitionTopology heap) {
    assertThat(mapped.bytes()).isEqualTo(heap.bytes());
    assertThat(mapped.masters()).isEqualTo(heap.masters());
    assertThat(mapped.vertices()).isEqualTo(heap.vertices());
    assertThat(mapped.attributes()).isEqualTo(heap.attributes());
    assertSame(mapped.out().lists(), heap.out().lists(), heap);
    assertSame(mapped.in().lists(), heap.in().lists(), heap);
    for (int v = 0; v < heap.vertices(); v++) {
      assertThat(mapped.vid(number, v)).isEqualTo(heap.vid(number, v));
      assertThat(mapped.localOf(number, heap.vid(number, v))).isEqualTo(v);
      assertThat(mapped.types().vertexType(v)).isEqualTo(heap.types().vertexType(v));
      assertThat(mapped.outDegree(v)).isEqualTo(heap.outDegree(v));
      assertThat(mapped.inDegree(v)).isEqualTo(heap.inDegree(v));
      assertSame(mapped.out().types(), heap.out().types(), v, heap.types().edgeTypes());
      assertSame(mapped.in().types(), heap.in().types(), v, heap.types().edgeTypes());
    }
    assertThat(mapped.replicas().partitions().toArray())
        .isEqualTo(heap.replicas().partitions().toArray());
    assertThat(mapped.replicas().locals().toArray()).isEqualTo(heap.replicas().locals().toArray());
    for (int e = 0; heap.numbersEdges() && e < heap.edges(); e++) {
      assertThat(mapped.edgeOfIn(e)).isEqualTo(heap.edgeOfIn(e));
    }
  }

  @Property(tries = 30, seed = "333")
  void listsAreThoseOfTheHeap(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 5) int partitions) {
    for (GraphSource source :
        List.of(
            SampleGraph.random(30, 200, key).source(20),
            TypedGraph.random(3, 4, 40, key),
            ValuedGraph.random(20, 150, 3, key))) {
      for (StoreLayout layout : StoreLayout.values()) {
        final PartitionedGraph graph =
            PartitionedGraph.load(source, PartitionedGraph.settings(partitions, "hash-2d", layout));
        for (int p = 0; p < partitions; p++) {
          final PartitionTopology heap = graph.partition(p).topology();
          assertSame(p, graph.partition(p, RowStorage.HEAP, files(folder)).topology(), heap);
          assertSame(p, graph.partition(p, RowStorage.HEAP, SmallSegments.heap()).topology(), heap);
          assertThat(graph.summary().topologyBytes()[p])
              .isEqualTo(heap.bytes())
              .isLessThan(graph.summary().slabBytes()[p]);
        }
      }
    }
  }

  /** One byte of a block is wrong, or a block is missing: refused with the sentence of the heap. */
  @Test
  void damageIsFound(@TempDir Path files) {
    final PartitionedGraph graph =
        PartitionedGraph.load(SampleGraph.random(60_000, 600_000, 8), 1, "hash-2d");
    final Map<Long, byte[]> damaged = new HashMap<>(graph.blocks());
    final long second = BlockKey.of(0, Table.TOPOLOGY.number(), 1);
    damaged.get(second)[9] ^= 1; // of its own array
    assertRefused(damaged, files, "its CRC-32C checksum does not match");
    damaged.remove(second);
    assertRefused(damaged, files, "block 1 is missing or has a wrong length");
    assertThat(files).isEmptyDirectory();
  }

  private static void assertRefused(Map<Long, byte[]> blocks, Path files, String why) {
    final PartitionReader reader = new PartitionReader(0, blocks::get, Cancellation.NEVER);
    for (ByteStorage place : List.of(ByteStorage.HEAP, files(files))) {
      assertThatThrownBy(() -> reader.topology(place))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
          .hasMessage("Section TOPOLOGY of partition 0 cannot be read: %s.".formatted(why));
    }
  }
}
