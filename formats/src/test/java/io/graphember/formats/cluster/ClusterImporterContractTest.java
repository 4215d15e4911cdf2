// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.InputError;
import io.graphember.schema.source.Importer;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class ClusterImporterContractTest extends ImporterContract<ClusterSettings> {
  @Override
  protected Importer<ClusterSettings> importer() {
    return new ClusterImporter();
  }

  @Override
  protected ClusterSettings source(Path folder) {
    return (ClusterSettings)
        Recorder.settings("{type: ignite, keys: string, vertices: {cache: V}, edges: {query: Q}}");
  }

  @Override
  protected Optional<ClusterSettings> missing() {
    return Optional.of((ClusterSettings) Recorder.settings("{type: ignite, edges: {cache: none}}"));
  }

  @Override
  protected Tables tables() {
    return new Tables() {
      @Override
      public Rows query(String sql) {
        return new Pairs();
      }

      @Override
      public Rows cache(String name) {
        if (name.equals("none")) {
          throw new GraphemberException(InputError.INPUT_MISSING, "there is no cache none");
        }
        return new Pairs();
      }

      @Override
      public Rows table(String name) {
        return cache(name);
      }
    };
  }

  private static final class Pairs implements Tables.Rows {
    private int row = -1;

    @Override
    public List<String> columns() {
      return List.of("A", "B");
    }

    @Override
    public boolean next() {
      return ++row < 3;
    }

    @Override
    public Object value(int column) {
      return "v" + (row + column);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
