// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.ignite.cache.query.QueryCursor;
import org.junit.jupiter.api.Test;

class InOrderTest {
  private final List<String> said = new ArrayList<>();

  /** Answers a query. */
  private final class Rows implements QueryCursor<String> {
    private final int query;
    private final List<String> rows;

    Rows(int query, List<String> rows) {
      this.query = query;
      this.rows = rows;
      said.add("ask " + query);
    }

    @Override
    public List<String> getAll() {
      return rows;
    }

    @Override
    public Iterator<String> iterator() {
      return rows.iterator();
    }

    @Override
    public void close() {
      said.add("close " + query);
    }
  }

  private InOrder<String> queries(List<List<String>> answers) {
    return new InOrder<>(answers.size(), query -> new Rows(query, answers.get(query)));
  }

  @Test
  void aQueryIsAskedWhenTheOneBeforeHasEnded() {
    InOrder<String> rows =
        queries(List.of(List.of(), List.of("a", "b"), List.of(), List.of("c"), List.of()));
    assertThat(said).isEmpty();
    assertThat(rows.next()).isEqualTo("a");
    assertThat(said).containsExactly("ask 0", "close 0", "ask 1");
    assertThat(rows.getAll()).containsExactly("b", "c");
    assertThat(rows.hasNext()).isFalse();
    rows.close();
    assertThat(said.stream().filter(line -> line.startsWith("ask"))).hasSize(5);
    assertThat(said.stream().filter(line -> line.startsWith("close")).distinct()).hasSize(5);
    assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void nothingIsAskedOfNobody() {
    InOrder<String> rows = queries(List.of());
    assertThat(rows.hasNext()).isFalse();
    rows.close();
    assertThat(said).isEmpty();
  }
}
