// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.table.TableError;
import io.graphember.jobs.count.TableRows;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.SourceSplit;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A node reads a few mebibytes ahead of who asks, and no more. */
class LocalReadTest {
  private static final int ROWS = 3_000; // of a partition; 2 MiB with their features
  private static final int DIM = 200;
  private static final String SOURCE =
      """
      {"type": "ignite", "vertices": {"cache": "items", "key": "id", "label": "kind", "features": ["x*"]},
       "edges": {"query": "SELECT a, b FROM Links"}}
      """;

  private final TableRows counted = new TableRows();

  private static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("id", "kind"));
    for (int x = 0; x < DIM; x++) {
      columns.add("x" + x);
    }
    return columns;
  }

  private static ReadPlan plan(int... partitions) {
    return plan(false, partitions);
  }

  private static ReadPlan plan(boolean keyed, int... partitions) {
    return new ReadPlan(
        new UUID(1, 2),
        3,
        SOURCE,
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, DIM, true, false),
            EdgeAttributes.NONE),
        SourceSplit.Kind.VERTICES,
        0,
        0,
        List.of(
            new TableColumns(TableKind.CACHE, "items", "items", columns()),
            new TableColumns(TableKind.QUERY, "SELECT a, b FROM Links", "", List.of("a", "b"))),
        partitions,
        keyed);
  }

  /** The entries of a partition: its number is part of keys and labels. */
  private record Rows(int partition, int count, int[] at, int fails) implements Tables.Rows {
    Rows(int partition, int count, int[] at) {
      this(partition, count, at, Integer.MIN_VALUE);
    }

    @Override
    public List<String> columns() {
      return LocalReadTest.columns();
    }

    @Override
    public boolean next() {
      if (at[0] + 1 == fails) {
        throw new GraphemberException(TableError.QUERY_FAILED, "The cache items failed.");
      }
      return ++at[0] < count;
    }

    @Override
    public Object value(int column) {
      return switch (column) {
        case 0 -> partition * 1_000_000L + at[0];
        case 1 -> "kind " + (partition - at[0] % 2);
        default -> at[0] + column;
      };
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private CompletableFuture<Void> run(LocalRead read, int count) {
    return CompletableFuture.runAsync(
        () ->
            read.run(
                (cache, columns, partition, keys) -> new Rows(partition, count, new int[] {-1})));
  }

  @Test
  void piecesComeInTheOrderOfPartitionsWithTheNamesOfTheirLabels() {
    LocalRead read = new LocalRead(plan(3, 5, 9), counted);
    CompletableFuture<Void> running = run(read, ROWS);
    List<Long> keys = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<Integer> indexes = new ArrayList<>();
    ReadReply reply;
    do {
      reply = read.next();
      labels.addAll(reply.labels());
      for (int i = 0; i < reply.pieces().length; i++) {
        indexes.add(reply.indexes()[i]);
        VertexPiece piece = (VertexPiece) Piece.decode(reply.pieces()[i], plan().header());
        for (int row = 0; row < piece.rows(); row++) {
          keys.add(piece.keys().longAt(row));
          assertThat(labels.get(piece.labels()[row]))
              .isEqualTo("kind " + (keys.get(keys.size() - 1) / 1_000_000 - row(keys) % 2));
        }
      }
    } while (reply.reached() < 3);
    running.join();
    assertThat(keys).hasSize(3 * ROWS).isSorted();
    assertThat(indexes).isSorted().contains(0, 1, 2);
    assertThat(labels).containsExactly("kind 3", "kind 2", "kind 5", "kind 4", "kind 9", "kind 8");
    assertThat(counted.total()).isEqualTo(3 * ROWS);
  }

  private static long row(List<Long> keys) {
    return keys.get(keys.size() - 1) % 1_000_000;
  }

  /** It may move to another node just as it is asked for; then it is read there. */
  @Test
  void aPartitionThatFailsAtItsBeginningIsAskedForAgain() {
    LocalRead read = new LocalRead(plan(3, 5), counted);
    List<Integer> asked = new ArrayList<>();
    read.run(
        (cache, columns, partition, keys) -> {
          asked.add(partition);
          if (asked.size() % 3 > 0) {
            throw new GraphemberException(TableError.QUERY_FAILED, "The cache items failed.");
          }
          return new Rows(partition, 100, new int[] {-1});
        });
    assertThat(asked).containsExactly(3, 3, 3, 5, 5, 5);
    assertThat(read.next().reached()).isEqualTo(2);
    assertThat(counted.total()).isEqualTo(200);
  }

  /** Of a partition that is asked for again those of the last time count, once it has ended. */
  @Test
  void keysComeWithTheirPartitions() {
    LocalRead read = new LocalRead(plan(true, 3, 5), counted);
    int[] asked = new int[1];
    read.run(
        (cache, columns, partition, keys) -> {
          keys.accept((long) ++asked[0]);
          if (asked[0] == 1) {
            throw new GraphemberException(TableError.QUERY_FAILED, "The cache items failed.");
          }
          keys.accept("text");
          return new Rows(partition, partition == 3 ? 100 : ROWS, new int[] {-1}, 150);
        });
    assertThat(read.next().keys()).containsExactly(KeyHash.of(2), KeyHash.of("text"));
    assertThatThrownBy(read::next).hasMessage("The cache items failed.");
  }

  @Test
  void aPartitionThatFailsLaterEndsTheReading() {
    LocalRead read = new LocalRead(plan(3), counted);
    int[] asked = new int[1];
    read.run(
        (cache, columns, partition, keys) -> {
          asked[0]++;
          return new Rows(partition, ROWS, new int[] {-1}, ROWS);
        });
    assertThat(asked).containsExactly(1);
    assertThatThrownBy(
            () -> {
              while (read.next().reached() < 1) {
                assertThat(counted.total()).isPositive();
              }
            })
        .hasMessage("The cache items failed.");
  }

  @Test
  void whoAsksForNothingIsNotReadFor() {
    LocalRead read = new LocalRead(plan(1, 2, 3, 4, 5, 6, 7, 8), counted);
    CompletableFuture<Void> running = run(read, ROWS);
    read.next();
    final long most = (LocalRead.MOST_BYTES + 3L * Piece.TARGET_BYTES) / (4 * DIM);
    assertThat(counted.total()).isBetween(1L, most); // and 16 MiB are there
    read.stop();
    running.join();
    assertThat(counted.total()).isLessThanOrEqualTo(most);
    assertThatThrownBy(
            () -> {
              while (read.next().reached() < 8) {
                assertThat(counted.total()).isLessThanOrEqualTo(most);
              }
            })
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }

  @Test
  void whatGoesWrongIsToldAfterAllThatWasRead() {
    LocalRead read = new LocalRead(plan(1, 2), counted);
    run(read, 10).join();
    assertThat(read.next().pieces()).hasNumberOfRows(2);

    LocalRead broken = new LocalRead(plan(1, 2), counted);
    broken.run(
        (cache, columns, partition, keys) -> {
          if (partition == 2) {
            throw new IllegalStateException("the disk is gone");
          }
          return new Rows(partition, 10, new int[] {-1});
        });
    assertThat(broken.next().pieces()).hasNumberOfRows(1);
    assertThatThrownBy(broken::next)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.INTERNAL)).isTrue())
        .hasMessage(
            "Reading a part of a cache failed: java.lang.IllegalStateException: the disk is gone.");
  }
}
