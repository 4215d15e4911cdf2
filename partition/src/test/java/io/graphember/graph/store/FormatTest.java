// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.memory.RowSlab;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what the formats say, and it comes back. */
class FormatTest {
  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Two vertices, the second a mirror: edges 0 to 0, 0 to 1 and 1 to 0 of types 0, 1 and 0. */
  private static PlainTopology small(EdgeAttributes attributes) {
    return new PlainTopology(
        new int[] {0, 1},
        new int[] {5},
        new int[] {9},
        new int[0],
        2,
        attributes,
        new EdgeLists(new int[] {0, 2, 3}, new int[] {0, 1, 0}, new int[] {0, 1, 0}),
        new EdgeLists(new int[] {0, 2, 3}, new int[] {0, 1, 0}, new int[] {0, 0, 1}),
        attributes.none() ? new int[0] : new int[] {0, 2, 1},
        new ReplicaLists(
            new int[] {0, 1, 2},
            new int[] {4, 5},
            new int[] {7, 9},
            new int[] {2, 1},
            new int[] {0, 300}));
  }

  @Test
  void aTopologyIsWrittenFieldByField() {
    byte[] payload =
        TopologyWriter.write(small(new EdgeAttributes(true, false, 2)), StoreLayout.COMPACT)
            .toBytes();
    ByteBuffer in = little(payload);
    int[] header = {4, 0, 1, 1, 3, 2, 1, 2, 3, 2, 0, 0, 1, 2};
    for (int value : header) {
      assertThat(in.getInt()).isEqualTo(value);
    }
    byte[] widths = new byte[22];
    in.get(widths);
    assertThat(widths)
        .containsExactly(1, 3, 4, 1, 2, 3, 4, 2, 9, 1, 1, 0, 1, 1, 0, 2, 1, 2, 2, 1, 2, 1);
    byte[] columns = new byte[in.remaining()];
    in.get(columns);
    final long replicas = replica(4, 7, 2, 0) | replica(5, 9, 1, 300) << 18;
    assertThat(columns)
        .containsExactly(
            0b10, // typeStarts 0, 1
            9 << 3 | 5, // mirrors: partition 5, local number 9
            0b10_01_00, // replicaOffsets 0, 1, 2
            (byte) replicas,
            (byte) (replicas >>> 8),
            (byte) (replicas >>> 16),
            (byte) (replicas >>> 24),
            (byte) (replicas >>> 32),
            0, // out-edges: offsets
            2,
            3,
            0, // neighbors
            1,
            0,
            0, // in-edges: offsets
            2,
            3,
            0, // neighbors
            1,
            0,
            0b11_10_00, // out ranges: offsets 0, 2, 3
            0b010, // types 0, 1, 0
            0b01_10_01, // ends 1, 2, 1
            0b10_01_00, // in ranges: offsets 0, 1, 2
            0b10, // types 0, 1
            0b01_10, // ends 2, 1
            0, // inPositions
            2,
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0);
  }

  /** Of 3, 4, 2 and 9 bits. */
  private static long replica(int partition, int local, int in, int out) {
    return partition | local << 3 | in << 7 | out << 9;
  }

  @Test
  void compressedListsAreWrittenBitByBit() {
    byte[] payload =
        TopologyWriter.write(small(EdgeAttributes.NONE), StoreLayout.COMPRESSED).toBytes();
    int start = 4 * 14 + 22 + 8; // behind the columns of masters, mirrors and replicas
    assertThat(Arrays.copyOfRange(payload, start, start + 7))
        .containsExactly(
            0, // starts of the lists
            2,
            4,
            (byte) (2 | 2 << 5 | 1 << 7), // degree 2 in 2 bits; differences of 1 bit
            1 << 5, // 0, 1
            1 | 1 << 5, // degree 1 in 1 bit; a difference of 0 bits
            0);
  }

  @Test
  void bothLayoutsHoldTheSame() {
    for (StoreLayout layout : StoreLayout.values()) {
      PartitionTopology read =
          PartitionTopology.of(
              2, TopologyWriter.write(small(new EdgeAttributes(false, true, 0)), layout).toBytes());
      assertThat(read.masters()).isEqualTo(1);
      assertThat(read.vertices()).isEqualTo(2);
      assertThat(read.edges()).isEqualTo(3);
      assertThat(read.attributes()).isEqualTo(new EdgeAttributes(false, true, 0));
      assertThat(read.vid(2, 0)).isEqualTo(Vid.of(2, 0));
      assertThat(read.vid(2, 1)).isEqualTo(Vid.of(5, 9));
      long[] vids = new long[3];
      read.vids(2, new int[] {7, 1, 0, 1}, 1, 4, vids);
      assertThat(vids).containsExactly(Vid.of(5, 9), Vid.of(2, 0), Vid.of(5, 9));
      assertThat(PartitionedGraph.list(read.out().lists(), 0)).containsExactly(0, 1);
      assertThat(PartitionedGraph.list(read.in().lists(), 0)).containsExactly(0, 1);
      assertThat(read.out().lists().first(1)).isEqualTo(2);
      assertThat(read.out().types().type(0, 1)).isEqualTo(1);
      assertThat(read.in().types().type(0, 1)).isZero();
      assertThat(read.edgeOfIn(1)).isEqualTo(2);
      assertThat(read.inDegree(0)).isEqualTo(4);
      assertThat(read.outDegree(1)).isEqualTo(301);
    }
    PartitionTopology bare =
        PartitionTopology.of(
            2, TopologyWriter.write(small(EdgeAttributes.NONE), StoreLayout.COMPRESSED).toBytes());
    assertThatThrownBy(() -> bare.out().lists().first(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keysAreWrittenFieldByField() {
    ByteBuffer numbers = little(KeySection.write(List.of(KeyColumn.of(-2, 7))).toBytes());
    assertThat(new int[] {numbers.getInt(), numbers.getInt(), numbers.getInt(), numbers.getInt()})
        .containsExactly(2, 1, 0, 2);
    assertThat(new long[] {numbers.getLong(), numbers.getLong()}).containsExactly(-2, 7);
    ByteBuffer text = little(KeySection.write(List.of(KeyColumn.of("a", "öb"))).toBytes());
    int[] head = new int[6];
    text.asIntBuffer().get(head);
    assertThat(head).containsExactly(2, 1, 1, 2, 1, 4);
    byte[] arena = new byte[4];
    text.position(24).get(arena);
    assertThat(arena).containsExactly('a', 0xC3, 0xB6, 'b');
    for (KeyColumn keys :
        new KeyColumn[] {
          KeyColumn.of(-2, 7),
          KeyColumn.of("a", "öb"),
          KeyColumn.of(new long[0]),
          KeyColumn.of(new String[0]),
          KeyColumn.of(new UUID(1, -2), new UUID(-3, 4))
        }) {
      List<KeyColumn> one = List.of(keys);
      assertThat(KeySection.decode(0, ByteReader.of(KeySection.write(one).toBytes())))
          .isEqualTo(one);
      List<KeyColumn> three = List.of(keys, KeyColumn.of(5), keys);
      assertThat(KeySection.decode(0, ByteReader.of(KeySection.write(three).toBytes())))
          .isEqualTo(three);
    }
    ByteBuffer uuids = little(KeySection.write(List.of(KeyColumn.of(new UUID(1, -2)))).toBytes());
    assertThat(uuids.getInt(8)).isEqualTo(2);
    assertThat(uuids.getInt(12)).isEqualTo(1);
    assertThat(uuids.getLong(16)).isEqualTo(1);
    assertThat(uuids.getLong(24)).isEqualTo(-2);
    assertThat(uuids.limit()).isEqualTo(32);
  }

  @Test
  void labelsAreWrittenFieldByField() {
    byte[] payload = new VertexLabels(new int[] {-1, 5}, new byte[] {0, 3}).write().toBytes();
    assertThat(payload).containsExactly(1, 0, 0, 0, 2, 0, 0, 0, -1, -1, -1, -1, 5, 0, 0, 0, 0, 3);
    VertexLabels read = VertexLabels.decode(0, ByteReader.of(payload));
    assertThat(read.labels()).containsExactly(-1, 5);
    assertThat(read.splits()).containsExactly(0, 3);
  }

  @Test
  void timesAndClustersAreWrittenFieldByField() {
    byte[] payload = new VertexData(null, new long[] {5, Long.MIN_VALUE}).write(2).toBytes();
    assertThat(payload)
        .containsExactly(
            1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128);
    VertexData read =
        VertexData.decode(0, ByteReader.of(payload), new VertexAttributes(false, true), 2);
    assertThat(read.times()).isNull();
    assertThat(read.clusters()).containsExactly(5, VertexAttributes.UNKNOWN);
    final VertexData both = new VertexData(new long[] {1, 2}, new long[] {3, 4});
    read =
        VertexData.decode(
            0, ByteReader.of(both.write(2).toBytes()), new VertexAttributes(true, true), 2);
    assertThat(read.times()).containsExactly(1, 2);
    assertThat(read.clusters()).containsExactly(3, 4);
    for (VertexAttributes other :
        List.of(VertexAttributes.NONE, new VertexAttributes(true, false))) {
      assertThatThrownBy(() -> VertexData.decode(0, ByteReader.of(payload), other, 2))
          .hasMessageContaining("it does not match the graph");
    }
    assertThatThrownBy(
            () -> VertexData.decode(0, ByteReader.of(new byte[12]), VertexAttributes.NONE, 0))
        .hasMessageContaining(
            "it has version 0 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it, or make it again.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1433, 262_144, 300_000, 1 << 20})
  void rowsComeBackFromTheirBlocks(int dim) {
    final int perBlock = RowBlock.rowsPerBlock(dim);
    assertThat(perBlock).isEqualTo(Math.max(1, 262_144 / dim));
    final int rows = Math.min(2 * perBlock + 1, 5000);
    RowSlab slab = new RowSlab(rows, dim);
    int written = 0;
    for (int b = 0; b < RowBlock.blocks(rows, dim); b++) {
      int count = Math.min(perBlock, rows - written);
      float[] values = new float[count * dim];
      for (int r = 0; r < count; r++) {
        values[r * dim] = written + r;
        values[r * dim + dim - 1] += 0.5f;
      }
      RowBlock.decode(Table.FEATURES, 0, b, RowBlock.encode(values, count, dim), rows, dim, slab);
      written += count;
    }
    assertThat(written).isEqualTo(rows);
    float[] row = new float[dim];
    for (int r = 0; r < rows; r += Math.max(1, rows / 50)) {
      slab.read(r, row, 0);
      assertThat(row[0]).isEqualTo(dim == 1 ? r + 0.5f : r);
      assertThat(row[dim - 1]).isEqualTo(dim == 1 ? r + 0.5f : 0.5f);
    }
    assertThat(RowBlock.blocks(0, dim)).isZero();
  }

  @Test
  void theEstimateOfASlabIsWhatItsArraysTake() {
    PartitionedGraph graph =
        PartitionedGraph.load(
            SampleGraph.random(100, 500, 2).withKeys(KeyKind.STRING).withFeatures(16),
            2,
            "hash-1d");
    for (int p = 0; p < 2; p++) {
      GraphPartition partition = graph.partition(p);
      long masters = partition.topology().masters();
      assertThat(graph.summary().slabBytes()[p])
          .isEqualTo(
              partition.topology().bytes()
                  + 5 * masters
                  + partition.keys().arena().length
                  + 4 * masters
                  + 64 * masters);
    }
  }

  @Test
  void aGraphWithoutFeaturesHasNoRows() {
    PartitionedGraph graph = PartitionedGraph.load(SampleGraph.of("0>1"), 1, "hash-2d");
    assertThat(graph.partition(0).features()).isEmpty();
    assertThat(GraphPartition.load(0, 0, graph.blocks()::get, Cancellation.NEVER).labels().labels())
        .containsExactly(-1, -1);
  }
}
