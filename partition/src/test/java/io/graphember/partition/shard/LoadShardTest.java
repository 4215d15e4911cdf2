// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.partition.write.BlockForms;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What other nodes ask of a shard is checked before it is done. */
class LoadShardTest {
  private static final int PARTITIONS = 2;
  private static final long[] COUNTS = {14};
  private static final String CUT = "the shard was told before to cut what it has";

  private final GraphSettings settings = PartitionedGraph.settings(PARTITIONS, "hash-2d");
  private final GraphHeader header = new GraphHeader(KeyKind.INT64, 0, false);
  private final MemoryBudget budget = new MemoryBudget(1 << 28);
  private final LoadShard shard = new LoadShard(settings, header, 0, 1, budget, RowStorage.HEAP);

  /** Four vertices, of which the first leads to the others; an edge of the last is held out. */
  LoadShardTest() {
    shard.stage(vertices());
    shard.stage(edges());
    shard.stage(heldOut(13, 10));
  }

  @AfterEach
  void close() {
    shard.close();
    assertThat(budget.takenBytes()).isZero();
  }

  private static byte[] routed(Piece piece, long first, long firstDestination) {
    final int[] rows = new int[piece.rows()];
    Arrays.setAll(rows, row -> row);
    return new RoutedPiece(piece, rows, first, firstDestination).encode();
  }

  private static byte[] vertices() {
    return routed(new VertexPiece(KeyColumn.of(10L, 11L, 12L, 13L), null, null, null), 0, 0);
  }

  private static byte[] edges() {
    return routed(
        new EdgePiece(KeyColumn.of(10L, 10L, 10L, 10L), KeyColumn.of(10L, 11L, 12L, 13L)), 4, 8);
  }

  private static byte[] heldOut(long source, long destination) {
    return routed(new HeldOutPiece(0, KeyColumn.of(source), KeyColumn.of(destination)), 12, 13);
  }

  private byte[] cut() {
    return new ThreadExchange(1)
        .run(
            side ->
                shard.cut(
                    COUNTS,
                    new Partitioners(getClass().getClassLoader()).get(settings.partitioner()),
                    Workers.CALLER,
                    side,
                    (phase, done, total) -> {},
                    Cancellation.NEVER))
        .get(0);
  }

  private byte[] write(int partition) {
    return shard.write(
        partition,
        new ShardReads() {
          @Override
          public byte[] edges(int of, int partition, int first) {
            return shard.edges(partition, first);
          }

          @Override
          public byte[] vertices(int of, int partition, int first) {
            return shard.vertices(partition, first);
          }

          @Override
          public byte[] masters(int of, int partition, int type, int first) {
            return shard.masters(partition, type, first);
          }

          @Override
          public byte[] heldOut(int of, int partition, int first) {
            return shard.heldOut(partition, first);
          }
        },
        (key, block) -> {},
        Cancellation.NEVER);
  }

  private void tellForms() {
    shard.forms(
        new BlockForms(header.vertexTypes(), List.of(new int[0]), List.of(false), true).encode());
  }

  private static void assertMalformed(ThrowingCallable asked, String why) {
    Throwable refused = catchThrowable(asked);
    while (refused != null && refused.getCause() != null) { // a cut runs in a thread of its own
      refused = refused.getCause();
    }
    assertThat(refused)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SHARD_MALFORMED)).isTrue())
        .hasMessage("A message between shards of a graph is damaged: " + why + ".");
  }

  @Test
  void whatIsThereIsGiven() {
    cut();
    tellForms();
    int bytes = 0;
    for (int p = 0; p < PARTITIONS; p++) {
      bytes += shard.edges(p, 0).length;
      assertThat(shard.edges(p, shard.edges(p, 0).length / 3)).isEmpty(); // each takes 3 bytes
      assertThat(write(p)).isNotEmpty();
    }
    assertThat(bytes).isEqualTo(4 * 3);
  }

  @Test
  void nothingIsReadBeforeTheCut() {
    assertMalformed(() -> shard.edges(0, 0), "the shard is not cut yet");
    assertMalformed(() -> shard.vertices(0, 0), "the shard is not cut yet");
    assertMalformed(() -> shard.masters(0, 0, 0), "the shard is not cut yet");
    assertMalformed(() -> shard.heldOut(0, 0), "the shard is not cut yet");
    assertMalformed(() -> write(0), "the shard is not cut yet");
    cut();
    final String forms = "the shard does not know yet how blocks are written";
    assertMalformed(() -> shard.masters(0, 0, 0), forms);
    assertMalformed(() -> write(0), forms);
  }

  @Test
  void nothingComesAfterTheCut() {
    cut();
    assertMalformed(() -> shard.stage(edges()), CUT);
    assertMalformed(() -> shard.stage(heldOut(10, 11)), CUT);
    assertMalformed(() -> shard.stage(vertices()), CUT);
    assertMalformed(this::cut, CUT);
  }

  @Test
  void partitionsThatThereAreNotAreRefused() {
    cut();
    tellForms();
    for (int partition : new int[] {-1, PARTITIONS, Integer.MAX_VALUE}) {
      final String why = "a number is %d, there are %d".formatted(partition, PARTITIONS);
      assertMalformed(() -> shard.edges(partition, 0), why);
      assertMalformed(() -> shard.vertices(partition, 0), why);
      assertMalformed(() -> shard.masters(partition, 0, 0), why);
      assertMalformed(() -> shard.heldOut(partition, 0), why);
      assertMalformed(() -> write(partition), why);
    }
    assertMalformed(() -> shard.masters(0, -1, 0), "a number is -1, there are 1");
    assertMalformed(() -> shard.masters(0, 1, 0), "a number is 1, there are 1");
  }

  @Test
  void placesThatThereAreNotAreRefused() {
    cut();
    tellForms();
    for (int first : new int[] {-1, 5, Integer.MAX_VALUE}) {
      final String why = "number %d was asked for of 0 to [0-9]+".formatted(first);
      for (ThrowingCallable asked :
          List.<ThrowingCallable>of(
              () -> shard.edges(0, first),
              () -> shard.vertices(0, first),
              () -> shard.masters(0, 0, first),
              () -> shard.heldOut(0, first))) {
        assertThatThrownBy(asked).hasMessageMatching(".* is damaged: " + why + "\\.");
      }
    }
  }

  @Test
  void aPlaceThatNothingCameWithIsRefused() {
    shard.stage(routed(new VertexPiece(KeyColumn.of(99L), null, null, null), 5_000_000, 0));
    assertMalformed(this::cut, "place 5000000 came of 14");
  }
}
