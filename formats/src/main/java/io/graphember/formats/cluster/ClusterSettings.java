// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.EdgeColumnSettings;
import io.graphember.formats.table.EdgeTypeName;
import io.graphember.formats.table.TableSettings;
import io.graphember.formats.table.VertexColumnSettings;
import io.graphember.formats.table.VertexTypeName;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.Normalize;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables and caches of the cluster.
 *
 * @param keys what the keys are
 * @param normalize what happens to feature rows
 * @param vertices the table of vertices; null if vertices come from the edges alone
 * @param edges the table of edges
 * @param vertexTypes vertex types of a graph with several, each with its table
 * @param edgeTypes edge types of a graph with several, each with its table
 */
@Tag("ignite")
public record ClusterSettings(
    @Setting(value = "What vertex keys are.", byDefault = "int64") KeyKind keys,
    @Setting(
            value =
                "What happens to features: row divides each row by the sum of its absolute values,"
                    + " standardize gives each column of numbers mean 0 and standard deviation 1,"
                    + " min-max least value 0 and greatest 1.",
            byDefault = "none")
        Normalize normalize,
    @Setting(
            value = "The table of vertices; without it vertices come from the edges.",
            optional = true)
        @Nullable Vertices vertices,
    @Setting(value = "The table of edges.", optional = true) @Nullable Edges edges,
    @Setting(value = "Several vertex types instead of vertices.", byDefault = "[]")
        List<TypedVertices> vertexTypes,
    @Setting(value = "Several edge types instead of edges.", byDefault = "[]")
        List<TypedEdges> edgeTypes)
    implements TableSettings<ClusterPlace> {
  @Override
  public boolean outsideCluster() {
    return false;
  }

  /** The tables of vertices. */
  public List<VertexTable<ClusterPlace>> vertexTables() {
    return Stream.<VertexTable<ClusterPlace>>concat(
            Stream.ofNullable(vertices), vertexTypes.stream())
        .filter(table -> table.place().given())
        .toList();
  }

  /** Where the tables of edges are. */
  public List<ClusterPlace> edgePlaces() {
    return Stream.concat(
            Stream.ofNullable(edges).map(Edges::place), edgeTypes.stream().map(TypedEdges::place))
        .filter(ClusterPlace::given)
        .toList();
  }

  /** The table of vertices. */
  public record Vertices(@Inlined ClusterPlace place, @Inlined VertexColumnSettings columns)
      implements VertexTable<ClusterPlace> {}

  /** The table of edges. */
  public record Edges(@Inlined ClusterPlace place, @Inlined EdgeColumnSettings columns)
      implements EdgeTable<ClusterPlace> {}

  /** The table of a vertex type; without one its vertices come from the edges. */
  public record TypedVertices(
      @Inlined VertexTypeName type,
      @Inlined ClusterPlace place,
      @Inlined VertexColumnSettings columns)
      implements TypedVertexTable<ClusterPlace> {}

  /** The table of an edge type. */
  public record TypedEdges(
      @Inlined EdgeTypeName type, @Inlined ClusterPlace place, @Inlined EdgeColumnSettings columns)
      implements TypedEdgeTable<ClusterPlace> {}
}
