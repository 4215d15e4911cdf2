// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.memory.RowSlab;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged and hostile bytes end in one kind of error, and what is accepted can be read safely. */
class SectionFuzzTest {
  private static final int MUTATIONS = 4000;

  private final PartitionedGraph graph =
      PartitionedGraph.load(
          SampleGraph.random(40, 150, 9)
              .withKeys(KeyKind.STRING)
              .withLabels("a", "b")
              .withFeatures(3),
          3,
          "hash-2d");

  /** Decodes mutations of good bytes; only SECTION_CORRUPT may come out. */
  private static void fuzz(byte[] good, long key, Consumer<byte[]> decode) {
    decode.accept(good.clone());
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = mutated(good, CounterRandom.child(key, i));
      try {
        decode.accept(bytes);
      } catch (GraphemberException e) {
        assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue();
        refused++;
      } catch (RuntimeException | Error e) {
        fail("mutation %d: %s", i, e);
      }
    }
    assertThat(refused).isGreaterThan(MUTATIONS / 4);
  }

  private static byte[] mutated(byte[] good, long key) {
    byte[] bytes = good.clone();
    int at = CounterRandom.bounded(CounterRandom.bits(key, 1), bytes.length);
    long value = CounterRandom.bits(key, 2);
    switch (CounterRandom.bounded(CounterRandom.bits(key, 0), 5)) {
      case 0 -> bytes[at] ^= (byte) (1 << (value & 7));
      case 1 -> bytes = Arrays.copyOf(bytes, at);
      case 2 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + at);
      case 3 -> putInt(bytes, at / 4 * 4, (int) value >> (value >>> 59));
      default -> { // a whole int, in the header as often as not
        int[] special = {-1, 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 28};
        int place = (value & 1) == 0 ? 4 * (int) (value >>> 61) : at / 4 * 4;
        putInt(bytes, place, special[CounterRandom.bounded(value, special.length)]);
      }
    }
    return bytes;
  }

  private static void putInt(byte[] bytes, int at, int value) {
    if (at + 4 <= bytes.length) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    }
  }

  @Test
  void topologies() {
    for (StoreLayout layout : StoreLayout.values()) {
      PartitionedGraph graph =
          PartitionedGraph.load(
              SampleGraph.random(40, 150, 9).source(20),
              PartitionedGraph.settings(3, "hash-2d", layout));
      fuzz(topology(graph, 1), 1, bytes -> readEverything(PartitionTopology.of(1, bytes)));
    }
  }

  @Test
  void typedTopologies() {
    PartitionedGraph typed = null;
    for (StoreLayout layout : StoreLayout.values()) {
      typed =
          PartitionedGraph.load(
              TypedGraph.random(4, 5, 40, 3), PartitionedGraph.settings(2, "hash-2d", layout));
      fuzz(topology(typed, 1), 7, bytes -> readEverything(PartitionTopology.of(1, bytes)));
    }
    fuzz(
        KeySection.write(typed.partition(1).keysByType()).toBytes(),
        8,
        bytes -> readKeys(KeySection.decode(1, ByteReader.of(bytes))));
  }

  private static byte[] topology(PartitionedGraph graph, int partition) {
    return Section.fromBlocks(
            Table.TOPOLOGY,
            partition,
            b -> graph.blocks().get(BlockKey.of(partition, Table.TOPOLOGY.number(), b)))
        .toBytes();
  }

  /** Follows every number as a sampler does; an index outside fails the test. */
  private static void readEverything(PartitionTopology topology) {
    PartitionTypes types = topology.types();
    for (int v = 0; v < topology.vertices(); v++) {
      topology.vid(1, v);
      assertThat(types.vertexType(v)).isBetween(0, types.vertexTypes() - 1);
      ReplicaSets sets = topology.replicas();
      for (int r = sets.offsets().get(v); r < sets.offsets().get(v + 1); r++) {
        assertThat(sets.partitions().get(r)).isNotNegative();
        assertThat(sets.locals().get(r)).isNotNegative();
        assertThat(sets.inDegrees().get(r)).isNotNegative();
        assertThat(sets.outDegrees().get(r)).isNotNegative();
      }
      for (EdgeIndex edges : List.of(topology.in(), topology.out())) {
        int position = 0;
        for (int neighbor : PartitionedGraph.list(edges.lists(), v)) {
          topology.vid(1, neighbor);
          assertThat(edges.types().type(v, position++)).isBetween(0, types.edgeTypes() - 1);
        }
      }
    }
    for (int e = 0; !topology.attributes().none() && e < topology.edges(); e++) {
      assertThat(topology.edgeOfIn(e)).isBetween(0, topology.edges() - 1);
    }
  }

  @Test
  void keys() {
    fuzz(
        KeySection.write(graph.partition(1).keysByType()).toBytes(),
        2,
        bytes -> readKeys(KeySection.decode(1, ByteReader.of(bytes))));
    fuzz(
        KeySection.write(List.of(KeyColumn.of(5, -9, Long.MAX_VALUE))).toBytes(),
        3,
        bytes -> readKeys(KeySection.decode(1, ByteReader.of(bytes))));
  }

  private static void readKeys(List<KeyColumn> types) {
    for (KeyColumn keys : types) {
      for (int i = 0; i < keys.size(); i++) {
        assertThat(keys.stringAt(i)).isNotEmpty();
      }
    }
  }

  @Test
  void labels() {
    fuzz(
        graph.partition(1).labels().write().toBytes(),
        4,
        bytes -> {
          VertexLabels labels = VertexLabels.decode(1, ByteReader.of(bytes));
          for (int i = 0; i < labels.labels().length; i++) {
            assertThat(labels.labels()[i]).isGreaterThanOrEqualTo(-1);
            assertThat(labels.splits()[i]).isBetween((byte) 0, (byte) 3);
          }
        });
  }

  @Test
  void sections() {
    byte[] good =
        Section.toBlocks(Table.KEYS, KeySection.write(graph.partition(1).keysByType())).get(0);
    fuzz(good, 5, bytes -> Section.fromBlocks(Table.KEYS, 1, b -> b == 0 ? bytes : null));
  }

  @Test
  void rows() {
    byte[] good = RowBlock.encode(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    fuzz(good, 6, bytes -> RowBlock.decode(Table.FEATURES, 1, 0, bytes, 2, 3, new RowSlab(2, 3)));
    assertThatThrownBy(() -> RowBlock.decode(Table.FEATURES, 4, 0, null, 2, 3, new RowSlab(2, 3)))
        .hasMessage(
            "Section FEATURES of partition 4 cannot be read: block 0 is missing or has a wrong length.");
  }

  /** In 16 bits, where the two formats of a row are as long as one another. */
  @ParameterizedTest
  @CsvSource({"FLOAT16, 3", "FLOAT16, 1", "BFLOAT16, 3", "BFLOAT16, 1"})
  void halfRows(FeaturePrecision precision, int dim) {
    byte[] good = RowBlock.encode(precision, new float[] {1, 2, 3, 4, 5, 6}, 6 / dim, dim);
    assertThat(RowBlock.precision(good)).isEqualTo(precision);
    final int rows = 6 / dim;
    fuzz(
        good,
        7,
        bytes -> RowBlock.decode(Table.FEATURES, 1, 0, bytes, rows, dim, new RowSlab(rows, dim)));
    for (byte version = 1; version <= 4; version++) {
      byte[] other = good.clone();
      other[4] = version;
      final ThrowingCallable reading =
          () -> RowBlock.decode(Table.FEATURES, 4, 0, other, rows, dim, new RowSlab(rows, dim));
      if (version == good[4]) {
        assertThatCode(reading).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(reading)
            .hasMessage(
                "Section FEATURES of partition 4 cannot be read: header or checksum of block 0 does"
                    + " not match.");
      }
    }
  }

  @Test
  void sparseRows() {
    float[] dense = {0, 2, 0, 4, 5, 0, 0, 0, 1};
    byte[] good = RowBlock.encode(CsrRows.of(dense, 0, 3, 3));
    assertThat(RowBlock.isSparse(good)).isTrue();
    assertThat(RowBlock.decodeSparse(Table.FEATURES, 1, 0, good, 3, 3).dense()).isEqualTo(dense);
    fuzz(good, 9, bytes -> readRows(RowBlock.decodeSparse(Table.FEATURES, 1, 0, bytes, 3, 3)));
    byte[] newer = good.clone();
    newer[4] = 9;
    assertThatThrownBy(() -> RowBlock.decodeSparse(Table.FEATURES, 4, 0, newer, 3, 3))
        .hasMessage(
            "Section FEATURES of partition 4 cannot be read: in block 0 it has version 9 of its format and this node reads version 4; start the nodes with the version of Graphember that wrote it or a later one.");
    byte[] unordered =
        RowBlock.encode(new CsrRows(1, 3, new int[] {0, 2}, new int[] {2, 1}, new float[2]));
    assertThatThrownBy(() -> RowBlock.decodeSparse(Table.FEATURES, 4, 7, unordered, 355000, 3))
        .hasMessageStartingWith("Section FEATURES of partition 4 cannot be read: ");
    assertThatThrownBy(() -> RowBlock.decodeSparse(Table.FEATURES, 4, 0, unordered, 1, 3))
        .hasMessage(
            "Section FEATURES of partition 4 cannot be read: the rows of block 0 name column 1 after 2"
                + " in row 0; columns ascend and are below 3.");
  }

  private static void readRows(CsrRows rows) {
    assertThat(rows.fault()).isEmpty();
    assertThat(rows.dense()).hasSize(9);
  }

  /** The whole way: one byte of one block of the cache is wrong. */
  @Test
  void oneWrongByteInAnyBlockNamesThePartitionAndTheTable() {
    graph
        .blocks()
        .forEach(
            (key, block) -> {
              int partition = BlockKey.partition(key);
              Table table = Table.of((int) (key >>> BlockKey.BLOCK_BITS & 0xFFF));
              for (int at = 0; at < block.length; at++) {
                Map<Long, byte[]> damaged = new HashMap<>(graph.blocks());
                byte[] wrong = block.clone();
                wrong[at] ^= 0x10;
                damaged.put(key, wrong);
                assertThatThrownBy(
                        () -> GraphPartition.load(partition, 3, damaged::get, Cancellation.NEVER))
                    .isInstanceOfSatisfying(
                        GraphemberException.class,
                        e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
                    .hasMessageStartingWith(
                        "Section " + table + " of partition " + partition + " cannot be read: ");
              }
            });
  }

  @Test
  void tablesOfDifferentLengthsAreFound() {
    Map<Long, byte[]> mixed = new HashMap<>(graph.blocks());
    long key = BlockKey.of(1, Table.LABELS.number(), 0);
    ByteWriter labels = new VertexLabels(new int[1], new byte[1]).write();
    mixed.put(key, Section.toBlocks(Table.LABELS, labels).get(0));
    assertThatThrownBy(() -> GraphPartition.load(1, 3, mixed::get, Cancellation.NEVER))
        .hasMessage(
            "Section LABELS of partition 1 cannot be read: it has 1 masters, the topology "
                + graph.partition(1).topology().masters()
                + ".");
  }
}
