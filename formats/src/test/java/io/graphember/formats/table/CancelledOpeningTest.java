// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that reads its files to be opened can be cancelled while it does. */
class CancelledOpeningTest {
  @TempDir Path base;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "normalize: standardize, vertices: {file: v.csv, features: [x]}",
        "vertices: {file: v.csv, oneHot: [x]}",
        "vertices: {file: v.csv, missing: mean, features: [x]}",
        "vertices: {file: v.csv, label: x, labelSeparator: '|'}"
      })
  void openingEnds(String settings) {
    InputFiles.write(base, "v.csv", "id,x\n" + "1,2\n".repeat(100_000));
    InputFiles.write(base, "e.csv", "src,dst\n1,1\n");
    ImportContext cancelled = new ImportContext(base, Tables.NONE, Map.of(), () -> true);
    assertThatThrownBy(
            () ->
                GraphSource.open(
                    Recorder.settings(
                        "{type: csv, data: ., edges: {file: e.csv}, %s}".formatted(settings)),
                    cancelled,
                    ReadProgress.NONE))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }
}
