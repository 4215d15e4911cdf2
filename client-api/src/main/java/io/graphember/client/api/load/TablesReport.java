// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import io.graphember.schema.KeyKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen while a node read a graph from tables of the cluster.
 *
 * @param warnings what should be known of the features, with the setting that helps
 * @param sample a few of the vertices
 */
public record TablesReport(List<String> warnings, List<Vertex> sample) {
  /** Copies the lists. */
  public TablesReport {
    warnings = List.copyOf(warnings);
    sample = List.copyOf(sample);
  }

  /**
   * A vertex.
   *
   * @param keys what its key is
   * @param key as text
   * @param label name of its class; null if it has none
   */
  public record Vertex(KeyKind keys, String key, @Nullable String label) {}
}
