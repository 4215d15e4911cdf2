// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import java.util.List;

/**
 * The columns of a table that a source was opened with.
 *
 * @param query true of the rows of a query, false of the entries of a cache
 * @param of the query's text, or the cache's name
 * @param names of the columns
 */
record TableColumns(boolean query, String of, List<String> names) {
  TableColumns {
    names = List.copyOf(names);
  }
}
