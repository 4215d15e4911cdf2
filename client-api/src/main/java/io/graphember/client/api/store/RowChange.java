// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of published embeddings, row by row:
 *
 * <pre>row = scale * row + added</pre>
 *
 * where what is added comes with the change, or is a multiple of a row of other embeddings. Every
 * operation of GraphScale's storage (section 3.2, figure 6) is one of these. Immutable.
 *
 * @param rows which embeddings
 * @param keys keys of the rows, as texts, each once, 1 to {@value #MOST_KEYS}; null for all rows
 * @param scale what a row is multiplied with; 0 forgets it
 * @param other what is added of other embeddings; null for the rows that come with the change, or
 *     nothing
 */
public record RowChange(
    Rows rows, @Nullable List<String> keys, float scale, @Nullable Multiple other) {
  /** Keys of one change. */
  public static final int MOST_KEYS = 1 << 16;

  /** Numbers that come with one change: 16 MiB. */
  public static final int MOST_FLOATS = 1 << 22;

  /**
   * Embeddings that a job has published of one vertex type.
   *
   * @param job name of the job
   * @param vertexType name of the vertex type
   * @param version of the publication; one that was replaced is not changed
   */
  public record Rows(String job, String vertexType, long version) {}

  /**
   * Rows of other embeddings of the same graph, by the same keys. A row that they lack adds
   * nothing.
   *
   * @param rows which embeddings
   * @param factor what each is multiplied with before it is added
   */
  public record Multiple(Rows rows, float factor) {}
}
