// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.file.SplitFiles;
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
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parquet files of vertices and edges.
 *
 * @param data folder of the files
 * @param keys what the keys are
 * @param normalize what happens to feature rows
 * @param vertices the file of vertices; null if vertices come from the edges alone
 * @param edges the file of edges
 * @param vertexTypes vertex types of a graph with several, each with its file
 * @param edgeTypes edge types of a graph with several, each with its file
 * @param split files that list the members of the splits; null for none
 */
@Tag("parquet")
public record ParquetSettings(
    @Setting(
            "Folder of the files; a relative one is seen from the folder of the job file, with"
                + " --data from where the command runs.")
        @NotEmpty
        String data,
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
        List<TypedEdges> edgeTypes,
    @Setting(value = "Files for each split: text with one key a line.", optional = true)
        @Nullable SplitFiles split)
    implements TableSettings<ParquetPlace> {
  /** The table of vertices. */
  public record Vertices(@Inlined ParquetPlace place, @Inlined VertexColumnSettings columns)
      implements VertexTable<ParquetPlace> {}

  /** The table of edges. */
  public record Edges(@Inlined ParquetPlace place, @Inlined EdgeColumnSettings columns)
      implements EdgeTable<ParquetPlace> {}

  /** The table of a vertex type; without one its vertices come from the edges. */
  public record TypedVertices(
      @Inlined VertexTypeName type,
      @Inlined ParquetPlace place,
      @Inlined VertexColumnSettings columns)
      implements TypedVertexTable<ParquetPlace> {}

  /** The table of an edge type. */
  public record TypedEdges(
      @Inlined EdgeTypeName type, @Inlined ParquetPlace place, @Inlined EdgeColumnSettings columns)
      implements TypedEdgeTable<ParquetPlace> {}
}
