// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import java.util.Iterator;
import java.util.List;
import org.apache.ignite.cache.query.QueryCursor;

/**
 * Rows that are there already, where those of a query are expected.
 *
 * @param rows all of them
 * @param <T> a row
 */
record Listed<T>(List<T> rows) implements QueryCursor<T> {
  @Override
  public Iterator<T> iterator() {
    return rows.iterator();
  }

  @Override
  public List<T> getAll() {
    return rows;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
