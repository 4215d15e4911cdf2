// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.predict;

import org.jspecify.annotations.Nullable;

/**
 * A vertex that the graph does not have yet.
 *
 * @param vertexType name of its type; null in a graph of one
 * @param key as text; no vertex of its type in the graph has it
 * @param features as many finite numbers as vertices of its type have, as the graph has them: what
 *     a source standardizes or encodes when it is read is standardized or encoded already; not
 *     copied
 */
public record NewVertex(@Nullable String vertexType, String key, float[] features) {
  /** A vertex of a graph of one type. */
  public NewVertex(String key, float... features) {
    this(null, key, features);
  }

  /** The same with an integer key. */
  public NewVertex(long key, float... features) {
    this(null, String.valueOf(key), features);
  }
}
