// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load is refused by these guesses: they must not be too high. */
class ExpectedSizeTest {
  private static final int ROWS = 150_000;

  @TempDir Path folder;

  private ExpectedSize expected(String edges) {
    SourceSettings settings =
        SettingsDocument.parse("job", "{type: csv, data: ., edges: {%s}}".formatted(edges))
            .bind(SourceSettings.class);
    try (GraphSource source = GraphSource.open(settings, folder, ReadProgress.NONE)) {
      return source.expected();
    }
  }

  private static String rows(boolean descending) {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < ROWS; i++) {
      final int vertex = descending ? ROWS - i : i;
      text.append(vertex).append(',').append(7L * vertex).append('\n');
    }
    return text.toString();
  }

  /** The first lines of sorted keys are the shortest ones, or the longest. */
  @Test
  void sortedKeysAreNotTakenForMoreRows() throws IOException {
    Files.writeString(folder.resolve("up.csv"), rows(false));
    Files.writeString(folder.resolve("down.csv"), rows(true));
    for (String file : new String[] {"up.csv", "down.csv"}) {
      assertThat(expected("file: " + file).edges())
          .as(file)
          .isBetween(ROWS * 4 / 5L, ROWS * 101 / 100L);
    }
  }

  @Test
  void whatFitsABufferIsCounted() throws IOException {
    Files.writeString(folder.resolve("few.csv"), "a,b\n1,2\n2,3\n3,4\n");
    assertThat(expected("file: few.csv").edges()).isBetween(3L, 4L);
    Files.writeString(folder.resolve("one.csv"), "a,b");
    assertThat(expected("file: one.csv").edges()).isZero();
  }

  @Test
  void ofCompressedFilesNothingIsKnown() throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("e.gz")))) {
      out.write(rows(false).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(expected("file: e.gz, delimiter: ','").edges()).isZero();
  }
}
