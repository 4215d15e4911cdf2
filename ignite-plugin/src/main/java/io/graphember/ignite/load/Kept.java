// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.GraphInfo;
import io.graphember.schema.FeatureEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the next version of a graph keeps of the one before, so that a row means the same and models
 * fit.
 *
 * @param encodings how features are encoded, by vertex type
 * @param classNames names of the classes of each vertex type; empty if classes are those that come
 */
record Kept(Map<String, FeatureEncoding> encodings, List<List<String>> classNames) {
  static final Kept NOTHING = new Kept(Map.of(), List.of());

  /** What an addition keeps of a graph before it is staged with it. */
  static Kept forAddition(List<GraphInfo> graphs, String graph) {
    return new Kept(GraphInfo.featureEncodings(graphs, graph), List.of());
  }

  /** What a graph keeps whose tables are read again. */
  static Kept forReading(List<GraphInfo> graphs, String graph) {
    return new Kept(
        GraphInfo.featureEncodings(graphs, graph),
        graphs.stream()
            .filter(version -> version.name().equals(graph))
            .reduce((older, newer) -> newer)
            .map(version -> version.vertexTypes().stream().map(GraphInfo.Vertices::classNames))
            .map(Stream::toList)
            .orElse(List.of()));
  }

  /** Names of the classes of a vertex type: those that have come, by number, then those kept. */
  List<String> withKept(int type, List<String> came) {
    final List<String> all = new ArrayList<>(came);
    if (type < classNames.size()) {
      classNames.get(type).stream().filter(name -> !came.contains(name)).forEach(all::add);
    }
    return all;
  }
}
