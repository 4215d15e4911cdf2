// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import org.jspecify.annotations.Nullable;

/**
 * How far a load is.
 *
 * @param phase {@code open} while tables are looked at that are loaded; {@code base} while the
 *     version that is added to is read; {@code receive}, {@code sort}, {@code partition}, {@code
 *     wait} for room in the data regions, {@code place} or {@code done}
 * @param done units done of this phase
 * @param total units of this phase
 * @param graph the graph, once it is done
 * @param error why it failed, or null
 */
public record LoadState(
    String phase, long done, long total, @Nullable GraphInfo graph, @Nullable ErrorInfo error) {
  /** True if nothing more will happen. */
  public boolean ended() {
    return graph != null || error != null;
  }

  /**
   * The graph.
   *
   * @throws IllegalStateException if it is not loaded
   */
  public GraphInfo loaded() {
    if (graph == null) {
      throw new IllegalStateException("not loaded, in phase " + phase);
    }
    return graph;
  }
}
