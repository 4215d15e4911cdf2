// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.InputError;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of a cluster that is a list of rows. */
class ClusterTableTest {
  private final List<Object[]> rows = new ArrayList<>();
  private int open;
  private int queriesLeft = Integer.MAX_VALUE;

  private final Tables tables =
      new Tables() {
        @Override
        public Rows query(String sql) {
          if (queriesLeft-- == 0) {
            throw new GraphemberException(InputError.INPUT_UNREADABLE, "no more queries");
          }
          open++;
          return new ListRows(rows.iterator());
        }

        @Override
        public Rows cache(String name) {
          return query(name);
        }

        @Override
        public Rows table(String name) {
          return query(name);
        }
      };

  private final class ListRows implements Tables.Rows {
    private final Iterator<Object[]> left;
    private Object[] row;
    private boolean closed;

    ListRows(Iterator<Object[]> left) {
      this.left = left;
    }

    @Override
    public List<String> columns() {
      return List.of("A", "B");
    }

    @Override
    public boolean next() {
      row = left.hasNext() ? left.next() : null;
      return row != null;
    }

    @Override
    public Object value(int column) {
      return row[column];
    }

    @Override
    public void close() {
      open -= closed ? 0 : 1;
      closed = true;
    }
  }

  private Recorder read(String settings) {
    return Recorder.read(Path.of("."), tables, settings);
  }

  private static final String TEXT_KEYS = "{type: ignite, keys: string, edges: {query: Q}}";

  @Test
  void textComesAsItIs() {
    rows.add(new Object[] {"a\uD83D\uDE00", "é"});
    assertThat(read(TEXT_KEYS).edges).containsExactly("a\uD83D\uDE00>é");
    assertThat(open).isZero();
  }

  /** No UTF-8 holds half a pair: two such keys must not become one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 100})
  void halfASurrogatePairIsNoText(int length) {
    char[] key = new char[length];
    Arrays.fill(key, 'x');
    for (char half : new char[] {'\uD83D', '\uDE00'}) {
      key[length - 1] = half;
      rows.clear();
      rows.add(new Object[] {"a", new String(key)});
      assertThatThrownBy(() -> read(TEXT_KEYS))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(InputError.INPUT_NOT_UTF8)).isTrue())
          .hasMessage("query of edges:1: column 2 (B) holds half a surrogate pair.");
      assertThat(open).isZero();
    }
  }

  /** Whatever a value is, it gives what its text gives in a file. */
  @Test
  void numbersAreWhatTheirTextIs() {
    final Object[] values = {
      7, -3L, Long.MAX_VALUE, 16_777_217, 0.1f, -1.5e-7, 1e-320, 3.0e38f, (short) 2, "4.25", 9.5
    };
    for (Object value : values) {
      for (Object key : new Object[] {5, -6L, "8", Long.MIN_VALUE}) {
        for (String label : List.of("", ", oneHot: [B]", ", label: B")) {
          final Recorder typed = numbers(key, value, label);
          final Recorder text = numbers(key.toString(), value.toString(), label);
          assertThat(typed.vertices.keySet()).isEqualTo(text.vertices.keySet());
          assertThat(typed.header).isEqualTo(text.header);
          assertThat(typed.labelNames).isEqualTo(text.labelNames);
          final String only = typed.vertices.keySet().iterator().next();
          assertThat(typed.vertices.get(only).features())
              .isEqualTo(text.vertices.get(only).features());
          assertThat(typed.edges).isEqualTo(text.edges);
        }
      }
    }
  }

  private Recorder numbers(Object key, Object value, String more) {
    rows.clear();
    rows.add(new Object[] {key, value});
    return read(
        """
        type: ignite
        vertices: {query: Q, key: A, features: [B]%s}
        edges: {query: Q, source: A, destination: A, features: [B]}
        """
            .formatted(more));
  }

  @Test
  void whatIsNotFiniteIsRefused() {
    for (Object value : new Object[] {Float.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300}) {
      assertThatThrownBy(() -> numbers(1L, value, ""))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(InputError.INPUT_NOT_A_NUMBER)).isTrue())
          .hasMessage(
              "query of vertices:1: column 2 (B) is " + value + "; it must be a finite number.");
    }
    assertThatThrownBy(() -> numbers(1L, Float.NaN, ""))
        .hasMessage(
            "query of vertices:1: column 2 (B) is NaN; it must be a finite number; set missing: zero or mean to allow gaps.");
  }

  @Test
  void noTableStaysOpen() {
    String types =
        """
        type: ignite
        vertexTypes: [{name: a, query: Q}, {name: b, query: Q}]
        edgeTypes: [{name: e, from: a, to: b, query: Q%s}]
        """;
    rows.add(new Object[] {1, 2});
    read(types.formatted(""));
    assertThat(open).isZero();
    assertThatThrownBy(() -> read(types.formatted(", weight: none")))
        .hasMessageContaining("there is no column none");
    assertThat(open).isZero();
    queriesLeft = 2;
    assertThatThrownBy(() -> read(types.formatted(""))).hasMessage("no more queries");
    assertThat(open).isZero();
  }
}
