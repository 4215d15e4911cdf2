// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import java.util.List;

/**
 * The columns of a table that a source was opened with.
 *
 * @param kind what it is
 * @param of the query's text, or the name of the cache or table
 * @param cache whose entries its rows are; empty of a query
 * @param names of the columns
 */
record TableColumns(TableKind kind, String of, String cache, List<String> names) {
  TableColumns {
    names = List.copyOf(names);
  }
}
