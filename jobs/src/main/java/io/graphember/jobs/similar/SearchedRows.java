// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.inference.similar.BlockSearch;
import io.graphember.inference.similar.NearestRows;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowQuery;
import io.graphember.jobs.NodeError;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Rows in memory, by number, and whose they are. Immutable; safe for use by several threads.
 *
 * @param rows the rows
 * @param keys key of each
 * @param index an approximate index; empty if there is none, or not yet
 */
record SearchedRows(RowBlocks rows, KeyColumn keys, Optional<RowIndex> index) {
  /** The same with an index. */
  SearchedRows with(RowIndex built) {
    return new SearchedRows(rows, keys, Optional.of(built));
  }

  /**
   * Finds the vertices most alike.
   *
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED} if the vector is of
   *     another length than the rows
   */
  FoundVertices search(SimilarMessages.Search asked) {
    if (rows.size() > 0) {
      requireLength(asked.vector(), rows.dim());
    }
    final RowIndex used =
        index
            .filter(built -> !asked.exact() && built.answers(asked.similarity()))
            .orElseGet(() -> new BlockSearch(rows));
    final NearestRows best = new NearestRows(asked.most(), this::compareKeys);
    used.search(new RowQuery(asked.vector(), asked.similarity()), best);
    final Map<Object, Float> found = new LinkedHashMap<>();
    for (int place = 0; place < best.count(); place++) {
      found.put(keys.keyAt(best.row(place)), best.score(place));
    }
    return FoundVertices.of(asked.keys(), found, used.exact());
  }

  @SuppressWarnings("unchecked") // Long, String and UUID are comparable with themselves
  private int compareKeys(int row, int other) {
    return ((Comparable<Object>) keys.keyAt(row)).compareTo(keys.keyAt(other));
  }

  static void requireLength(float[] vector, int dim) {
    if (vector.length != dim) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "The vector has %d numbers, and each embedding has %d: give as many."
              .formatted(vector.length, dim));
    }
  }
}
