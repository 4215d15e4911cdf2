// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

/** What a source calls a table. */
enum TableKind {
  /** The rows of a query. */
  QUERY,
  /** The entries of a cache. */
  CACHE,
  /** The rows of an SQL table, which are entries of its cache. */
  TABLE
}
