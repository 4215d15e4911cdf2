// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.TableGraph;
import io.graphember.formats.table.TablePlace;
import io.graphember.formats.table.TableSettings;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SNAP's text files. */
public final class SnapImporter implements Importer<SnapSettings> {
  @Override
  public Class<SnapSettings> settings() {
    return SnapSettings.class;
  }

  @Override
  public ImportedGraph open(SnapSettings settings, ImportContext context) {
    InputFolder folder = new InputFolder(context.base(), settings.data());
    return new TableGraph<>(
        new EdgesAlone(settings),
        (section, place) ->
            new CsvFile(folder.file(TablePlace.present(place.file())), CsvDialect.SNAP, false),
        CsvImporter.members(folder, settings.split(), Encoding.UTF_8),
        context);
  }

  /** The same settings as those of a table of edges. */
  private record EdgesAlone(SnapSettings snap) implements TableSettings<CsvPlace> {
    @Override
    public KeyKind keys() {
      return KeyKind.INT64;
    }

    @Override
    public @Nullable VertexTable<CsvPlace> vertices() {
      return null;
    }

    @Override
    public EdgeTable<CsvPlace> edges() {
      return new CsvSettings.Edges(
          new CsvPlace(snap.edges().file(), null, false, null), snap.edges().columns());
    }

    @Override
    public List<CsvSettings.TypedVertices> vertexTypes() {
      return List.of();
    }

    @Override
    public List<CsvSettings.TypedEdges> edgeTypes() {
      return List.of();
    }
  }
}
