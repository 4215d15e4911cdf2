// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.client.api.Vector;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Multiples of the rows of embeddings, to be added to others.
 *
 * @param values the embeddings
 * @param factor what their rows are multiplied with
 */
record AddedRows(Values<Object, Vector> values, float factor) {
  /**
   * The multiples of the rows of some keys, without those that have none.
   *
   * @param dim how long the rows are that they are added to
   * @throws GraphemberException with code {@link NodeError#EMBEDDING_MISMATCH} if theirs are not
   */
  Map<Object, float[]> of(Set<Object> keys, int dim) {
    final Map<Object, float[]> multiples = new HashMap<>();
    values
        .getAll(keys)
        .forEach(
            (key, row) -> {
              if (row.values().length != dim) {
                throw new GraphemberException(
                    NodeError.EMBEDDING_MISMATCH,
                    "Embeddings of %d numbers cannot be added to embeddings of %d: take a job with the same dimension."
                        .formatted(row.values().length, dim));
              }
              multiples.put(key, times(row.values()));
            });
    return multiples;
  }

  private float[] times(float[] row) {
    final float[] multiple = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      multiple[i] = factor * row[i];
    }
    return multiple;
  }
}
