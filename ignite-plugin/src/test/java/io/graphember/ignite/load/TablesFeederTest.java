// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.load.TablesRequest;
import io.graphember.jobs.NodeError;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows that go as they are read are missed, and tables are closed. */
class TablesFeederTest {
  private static final int ROWS = 50;
  private static final String GRAPH = "{name: town}";
  private static final String EDGES = "edges: {%s, source: a, destination: b}";
  private static final String SOURCE =
      "{type: ignite, vertices: {cache: items, key: a, label: b}, " + EDGES + "}";

  private final AtomicInteger open = new AtomicInteger();
  private final List<Piece> fed = new ArrayList<>();
  private volatile int size = ROWS; // of each cache
  private volatile boolean left;

  /** Two numbers a row. */
  private final class Rows implements Tables.Rows {
    private final int rows = size;
    private int at = -1;

    Rows() {
      open.incrementAndGet();
    }

    @Override
    public List<String> columns() {
      return List.of("a", "b");
    }

    @Override
    public long expected() {
      return rows;
    }

    @Override
    public boolean next() {
      return ++at < rows;
    }

    @Override
    public Object value(int column) {
      return (long) at;
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  private final Tables tables =
      new Tables() {
        @Override
        public Rows query(String sql) {
          return new TablesFeederTest.Rows();
        }

        @Override
        public Rows cache(String name) {
          return new TablesFeederTest.Rows();
        }

        @Override
        public Rows table(String name) {
          return cache(name);
        }
      };

  private TablesFeeder feeder(String edges) {
    return new TablesFeeder(
        TablesRequest.of(GRAPH, SOURCE.formatted(edges)),
        () -> tables,
        graph -> Kept.NOTHING,
        () -> () -> left);
  }

  private List<List<String>> feed(TablesFeeder feeder, Runnable asItIsRead) {
    fed.clear();
    return feeder.feed(
        (header, expected) ->
            (piece, rows) -> {
              if (fed.isEmpty()) {
                asItIsRead.run();
              }
              fed.add(piece);
            },
        Cancellation.NEVER);
  }

  private long rows() {
    return fed.stream().mapToLong(Piece::rows).sum();
  }

  private void leaves(int fewer) {
    left = true;
    size -= fewer;
  }

  @Test
  void allRowsComeIfNobodyLeaves() {
    final TablesFeeder feeder = feeder("cache: links");
    assertThat(feed(feeder, () -> {}).get(0)).hasSize(ROWS);
    assertThat(rows()).isEqualTo(2 * ROWS);
    assertThat(feeder.repeatable()).isTrue();
    assertThat(open).hasValue(0);
  }

  /** The cursor of a cache ends where the rows of a lost node would be, without an error. */
  @Test
  void rowsThatGoWithANodeAsTheyAreReadEndTheLoad() {
    final TablesFeeder feeder = feeder("cache: links");
    assertThatThrownBy(() -> feed(feeder, () -> leaves(1)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.NODE_LOST)).isTrue())
        .hasMessageStartingWith("A node left the cluster while graph town was read, ");
    assertThat(open).hasValue(0);
  }

  @Test
  void aNodeThatLeavesWithoutRowsEndsNothing() {
    feed(feeder("cache: links"), () -> leaves(0));
    assertThat(rows()).isEqualTo(2 * ROWS);
    assertThat(open).hasValue(0);
  }

  @Test
  void aQueryIsNotAskedTwice() {
    final TablesFeeder feeder = feeder("query: SELECT a b FROM Links");
    feed(feeder, () -> leaves(1));
    assertThat(feeder.repeatable()).isFalse();
    assertThat(rows()).isEqualTo(2 * ROWS);
  }
}
