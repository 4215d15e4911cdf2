// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import org.apache.ignite.cache.query.QueryCursor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some queries, one query after the other, each asked when the one before has ended.
 * Used by one thread.
 *
 * @param <T> a row
 */
final class InOrder<T> implements QueryCursor<T>, Iterator<T> {
  private final int queries;
  private final IntFunction<QueryCursor<T>> ask;
  private int asked;
  private @Nullable QueryCursor<T> cursor; // null before the first
  private Iterator<T> rows = List.<T>of().iterator();

  /**
   * Rows of which none is asked for yet.
   *
   * @param queries how many
   * @param ask asks one of them, by its number from 0
   */
  InOrder(int queries, IntFunction<QueryCursor<T>> ask) {
    this.queries = queries;
    this.ask = ask;
  }

  @Override
  public boolean hasNext() {
    while (!rows.hasNext() && asked < queries) {
      close();
      final QueryCursor<T> next = ask.apply(asked++);
      cursor = next;
      rows = next.iterator();
    }
    return rows.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return rows.next();
  }

  @Override
  public Iterator<T> iterator() {
    return this;
  }

  @Override
  public List<T> getAll() {
    final List<T> all = new ArrayList<>();
    forEachRemaining(all::add);
    return all;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
