// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Resident memory of this process, as Linux reports it. */
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int CHUNK = 1 << 20;

  private ResidentMemory() {}

  /** True where the system reports it. */
  static boolean isReported() {
    return Files.isReadable(STATUS);
  }

  /** Resident bytes. */
  static long bytes() {
    try {
      List<String> lines = Files.readAllLines(STATUS);
      for (String line : lines) {
        if (line.startsWith("VmRSS:")) {
          return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      throw new IllegalStateException("no VmRSS in " + STATUS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Allocates garbage until the young generation was collected, so that the heap's own pages are
   * resident before the first measurement and only native growth is seen later.
   */
  static void touchYoungGeneration() {
    long before = collections();
    long checksum = 0;
    while (collections() == before) {
      byte[] chunk = new byte[CHUNK];
      chunk[CHUNK - 1] = 1;
      checksum += chunk[CHUNK - 1];
    }
    if (checksum == 0) {
      throw new IllegalStateException("nothing was allocated");
    }
  }

  private static long collections() {
    long count = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += collector.getCollectionCount();
    }
    return count;
  }
}
