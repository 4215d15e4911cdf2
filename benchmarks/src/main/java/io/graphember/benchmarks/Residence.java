// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.memory.ByteStorage;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.RowStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where features or topology lie. */
enum Residence {
  HEAP,
  MAPPED;

  /** How an option names it. */
  String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Residence of(String option) {
    return valueOf(option.toUpperCase(Locale.ROOT));
  }

  /** Those that an option names, with commas. */
  static List<Residence> ofList(String option) {
    return Arrays.stream(option.split(",")).map(Residence::of).toList();
  }

  /**
   * A place while a benchmark runs.
   *
   * @param folder of mapped files, which have no names
   * @param rows writes features
   * @param bytes writes topology
   */
  record Place(Path folder, RowStorage rows, ByteStorage bytes) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.deleteIfExists(folder);
    }
  }

  /** A new place. */
  Place open() throws IOException {
    final Path folder = Files.createTempDirectory("graphember-graphs");
    final MappedFolder files = new MappedFolder(folder, () -> {});
    return this == MAPPED
        ? new Place(folder, files, files)
        : new Place(folder, RowStorage.HEAP, ByteStorage.HEAP);
  }
}
