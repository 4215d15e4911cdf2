// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.memory.MappedFolder;
import io.graphember.memory.RowStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where features lie. */
enum Features {
  HEAP,
  MAPPED;

  /** How an option names it. */
  String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Features of(String option) {
    return valueOf(option.toUpperCase(Locale.ROOT));
  }

  /** Those that an option names, with commas. */
  static List<Features> ofList(String option) {
    return Arrays.stream(option.split(",")).map(Features::of).toList();
  }

  /**
   * A place for features while a benchmark runs.
   *
   * @param folder of mapped files, which have no names
   * @param storage writes them
   */
  record Place(Path folder, RowStorage storage) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.deleteIfExists(folder);
    }
  }

  /** A new place. */
  Place open() throws IOException {
    final Path folder = Files.createTempDirectory("graphember-features");
    return new Place(folder, this == MAPPED ? new MappedFolder(folder, () -> {}) : RowStorage.HEAP);
  }
}
