// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of which a graph is made.
 *
 * @param name of the cache
 * @param vertexKey column that has the keys of vertices; null if its rows are no vertices, or its
 *     name is not known
 */
public record FollowedCache(String name, @Nullable String vertexKey) {
  /** The column that has the keys of vertices; empty if there is none, or its name is not known. */
  public Optional<String> vertexKeys() {
    return Optional.ofNullable(vertexKey);
  }
}
