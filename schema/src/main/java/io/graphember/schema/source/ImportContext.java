// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a source is opened with.
 *
 * @param base folder that relative paths are seen from
 * @param tables tables of the cluster
 * @param kept how the features of the graph that is added to are encoded, by vertex type; without
 *     one of a type that is learned from what is read
 * @param header that of the same source, if another process has opened it: nothing is read to learn
 *     it again
 * @param cancellation looked at while files are read to open the source
 */
public record ImportContext(
    Path base,
    Tables tables,
    Map<String, FeatureEncoding> kept,
    Optional<GraphHeader> header,
    Cancellation cancellation) {
  /** What nobody has opened before. */
  public ImportContext(
      Path base, Tables tables, Map<String, FeatureEncoding> kept, Cancellation cancellation) {
    this(base, tables, kept, Optional.empty(), cancellation);
  }

  /** Files alone, which are added to nothing. */
  public static ImportContext of(Path base) {
    return new ImportContext(base, Tables.NONE, Map.of(), Cancellation.NEVER);
  }

  /** Tables of a cluster whose source another process has opened. */
  public static ImportContext of(GraphHeader header, Tables tables, Cancellation cancellation) {
    final Map<String, FeatureEncoding> kept = new HashMap<>();
    for (VertexType type : header.vertexTypes()) {
      kept.put(type.name(), type.encoding());
    }
    return new ImportContext(Path.of(""), tables, kept, Optional.of(header), cancellation);
  }

  /** How the features of a vertex type are encoded in the graph; empty if they are not kept. */
  public Optional<FeatureEncoding> kept(String vertexType) {
    return Optional.ofNullable(kept.get(vertexType));
  }
}
