// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.predict;

import org.jspecify.annotations.Nullable;

/**
 * An edge that the graph does not have yet, between vertices of the graph, new ones, or one of
 * each.
 *
 * @param edgeType name of its type, which says of which types its ends are; null in a graph of one
 * @param source key of the vertex that it leads from, as text
 * @param destination key of the vertex that it leads to, another one, as text
 * @param features as many finite numbers as edges of its type have; not copied
 */
public record NewEdge(
    @Nullable String edgeType, String source, String destination, float[] features) {
  /** An edge of a graph of one type of edges. */
  public NewEdge(String source, String destination, float... features) {
    this(null, source, destination, features);
  }

  /** The same with integer keys. */
  public NewEdge(long source, long destination, float... features) {
    this(null, String.valueOf(source), String.valueOf(destination), features);
  }
}
