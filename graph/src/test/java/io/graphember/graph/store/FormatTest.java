// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.fixture.PartitionedGraph;
import io.graphember.graph.fixture.SampleGraph;
import io.graphember.graph.id.Vid;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.memory.RowSlab;
import io.graphember.spi.Cancellation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

  @Test
  void aTopologyIsWrittenFieldByField() {
    long mirror = Vid.of(5, 9);
    byte[] payload =
        new PartitionTopology(
                1,
                new int[] {0, 2, 2},
                new int[] {0, 1},
                new int[] {3, 4},
                new int[] {0, 2, 3},
                new int[] {2, 4, 4},
                new int[] {0, 7, 8},
                new int[] {2, 1, 4},
                new long[] {mirror})
            .encode();
    ByteBuffer in = little(payload);
    int[] expected = {
      2, 1, 1, 2, 3, 1, 1, 0, 1, 0, 2, 2, 0, 1, 3, 4, 0, 2, 3, 2, 4, 4, 0, 7, 8, 2, 1, 4
    };
    for (int value : expected) {
      assertThat(in.getInt()).isEqualTo(value);
    }
    assertThat(in.getLong()).isEqualTo(mirror);
    assertThat(in.remaining()).isZero();
    PartitionTopology read = PartitionTopology.decode(2, payload);
    assertThat(read.encode()).isEqualTo(payload);
    assertThat(read.masters()).isEqualTo(1);
    assertThat(read.vertices()).isEqualTo(2);
    assertThat(read.vid(2, 0)).isEqualTo(Vid.of(2, 0));
    assertThat(read.vid(2, 1)).isEqualTo(mirror);
    assertThat(read.bytes()).isEqualTo(payload.length - 28);
  }

  @Test
  void typesAreWrittenBehindTheTopology() {
    for (int edgeTypes : new int[] {3, 256, 257, 65_536}) {
      TypeColumn mirrors = TypeColumn.of(3, 1);
      mirrors.set(0, 2);
      TypeColumn edges = TypeColumn.of(edgeTypes, 2);
      edges.set(0, 1);
      edges.set(1, edgeTypes - 1);
      byte[] payload =
          new PartitionTopology(
                  2,
                  new int[] {0, 2, 2, 2},
                  new int[] {2, 1},
                  new int[] {2, 0, 0},
                  new int[4],
                  new int[0],
                  new int[0],
                  new int[0],
                  new long[] {Vid.of(5, 9)},
                  new PartitionTypes(new int[] {0, 1, 1, 2}, mirrors, edgeTypes, edges))
              .encode();
      ByteBuffer in = little(payload);
      int[] head = new int[11];
      in.asIntBuffer().get(head);
      assertThat(head).containsExactly(2, 2, 1, 2, 0, 3, edgeTypes, 0, 1, 1, 2);
      int width = edgeTypes <= 256 ? 1 : 2;
      in.position(payload.length - 1 - 2 * width);
      assertThat(in.get()).isEqualTo((byte) 2);
      assertThat(width == 1 ? in.get() : in.getShort()).isEqualTo((short) 1);
      assertThat((width == 1 ? in.get() : in.getShort()) & (width == 1 ? 0xFF : 0xFFFF))
          .isEqualTo(edgeTypes - 1);
      PartitionTopology read = PartitionTopology.decode(0, payload);
      assertThat(read.encode()).isEqualTo(payload);
      assertThat(read.types().vertexTypes()).isEqualTo(3);
      assertThat(read.types().masters(1)).isZero();
      assertThat(List.of(0, 1, 2))
          .extracting(local -> read.types().vertexType(local))
          .containsExactly(0, 2, 2);
      assertThat(read.types().edgeTypes()).isEqualTo(edgeTypes);
      assertThat(read.types().edgeType(1)).isEqualTo(edgeTypes - 1);
      assertThat(read.bytes()).isEqualTo(payload.length - 28);
    }
  }

  @Test
  void keysAreWrittenFieldByField() {
    ByteBuffer numbers = little(KeySection.encode(List.of(KeyColumn.of(-2, 7))));
    assertThat(new int[] {numbers.getInt(), numbers.getInt(), numbers.getInt(), numbers.getInt()})
        .containsExactly(2, 1, 0, 2);
    assertThat(new long[] {numbers.getLong(), numbers.getLong()}).containsExactly(-2, 7);
    ByteBuffer text = little(KeySection.encode(List.of(KeyColumn.of("a", "öb"))));
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
      assertThat(KeySection.decode(0, KeySection.encode(one))).isEqualTo(one);
      List<KeyColumn> three = List.of(keys, KeyColumn.of(5), keys);
      assertThat(KeySection.decode(0, KeySection.encode(three))).isEqualTo(three);
    }
    ByteBuffer uuids = little(KeySection.encode(List.of(KeyColumn.of(new UUID(1, -2)))));
    assertThat(uuids.getInt(8)).isEqualTo(2);
    assertThat(uuids.getInt(12)).isEqualTo(1);
    assertThat(uuids.getLong(16)).isEqualTo(1);
    assertThat(uuids.getLong(24)).isEqualTo(-2);
    assertThat(uuids.limit()).isEqualTo(32);
  }

  @Test
  void labelsAreWrittenFieldByField() {
    byte[] payload = new VertexLabels(new int[] {-1, 5}, new byte[] {0, 3}).encode();
    assertThat(payload).containsExactly(1, 0, 0, 0, 2, 0, 0, 0, -1, -1, -1, -1, 5, 0, 0, 0, 0, 3);
    VertexLabels read = VertexLabels.decode(0, payload);
    assertThat(read.labels()).containsExactly(-1, 5);
    assertThat(read.splits()).containsExactly(0, 3);
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
      RowBlock.decode(0, b, RowBlock.encode(values, count, dim), slab);
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
    assertThat(graph.partition(0).features()).isNull();
    assertThat(GraphPartition.load(0, 0, graph.blocks()::get, Cancellation.NEVER).labels().labels())
        .containsExactly(-1, -1);
  }
}
