// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import org.jspecify.annotations.Nullable;

/**
 * In-edges of some vertices that one partition has: of each vertex sorted by type, then by the
 * local number of the source there.
 *
 * @param offsets [vertices + 1], first edge of each vertex, and the end
 * @param sources [edges], vid of the source
 * @param inDegrees [edges], in-degree of the source in the whole graph; null if no layer weighs by
 *     it
 * @param types [edges], type of the edge; null if no layer looks at it
 * @param features [edges, dim], what the edge carries; null if no layer looks at it
 */
public record InEdges(
    int[] offsets,
    long[] sources,
    int @Nullable [] inDegrees,
    int @Nullable [] types,
    float @Nullable [] features) {

  /** Bytes of the numbers. */
  public long bytes() {
    return 4L * offsets.length
        + 8L * sources.length
        + (inDegrees == null ? 0 : 4L * inDegrees.length)
        + (types == null ? 0 : 4L * types.length)
        + (features == null ? 0 : 4L * features.length);
  }
}
