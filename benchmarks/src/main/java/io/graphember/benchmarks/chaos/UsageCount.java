// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.measure.ResidentSet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ignite.DataRegionMetrics;
import org.apache.ignite.Ignite;

/** Counts what this process takes, in which a node runs. */
final class UsageCount {
  private static final Path OPEN = Path.of("/proc/self/fd");

  private UsageCount() {}

  /** Counts now, after a collection. */
  @SuppressWarnings("deprecation") // the metrics that replace it are Ignite's own class names
  static Usage of(Ignite node) throws IOException {
    final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    final long pageBytes =
        node.configuration().getDataStorageConfiguration().getPageSize(); // set by Ignite by now
    return new Usage(
        List.of(
            memory.getHeapMemoryUsage().getUsed(),
            ResidentSet.bytes(),
            (long) ManagementFactory.getThreadMXBean().getThreadCount(),
            open(),
            node.dataRegionMetrics().stream().mapToLong(DataRegionMetrics::getTotalUsedPages).sum()
                * pageBytes,
            files(Path.of(node.configuration().getWorkDirectory()))));
  }

  private static long open() throws IOException {
    try (Stream<Path> files = Files.list(OPEN)) {
      return files.count();
    }
  }

  /** Without those of the write-ahead log, which Ignite writes anew when there are enough. */
  private static long files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(folder::relativize)
          .map(Path::toString)
          .filter(file -> !file.contains("wal") && !file.contains("/cp/"))
          .count();
    }
  }
}
