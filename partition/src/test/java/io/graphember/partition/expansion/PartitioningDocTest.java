// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about partitioning names every option with its default. */
class PartitioningDocTest {
  @Test
  void everyOptionIsThereWithItsDefault() throws IOException {
    String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (Class<? extends Record> options :
        List.of(AdaDne.Options.class, DistributedNe.Options.class)) {
      for (SettingsReference.Entry option : SettingsReference.of(options).entries()) {
        assertThat(page)
            .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
      }
    }
  }
}
