// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The samples of the page on importing are right, and there is one of every format of files. */
class ImportingDocTest {
  /** A job file, as far as it is shown there. */
  public record Job(
      @Setting("The source.") SourceSettings source,
      @Setting(value = "The graph, whose settings another module checks.", byDefault = "{}")
          Map<String, String> graph) {}

  @Test
  void everySampleIsASource() throws IOException {
    String page = Files.readString(Path.of("../docs/user/importing.md"));
    Matcher samples = Pattern.compile("(?ms)^```yaml\n(.*?)^```").matcher(page);
    Set<String> shown = new TreeSet<>();
    while (samples.find()) {
      shown.add(
          SettingsDocument.parse("importing.md", samples.group(1))
              .bind(Job.class)
              .source()
              .getClass()
              .getAnnotation(Tag.class)
              .value());
    }
    assertThat(shown)
        .containsExactly(
            "csv", "ignite", "json", "npy", "npz", "ogb", "parquet", "snap", "triples");
    assertThat(page).contains("16 GiB", "256 MiB", NpzArchive.MAX_RATIO + " times");
    assertThat(NpzArchive.MAX_ENTRY_BYTES).isEqualTo(16L << 30);
    assertThat(NpzArchive.FREE_BYTES).isEqualTo(256L << 20);
  }
}
