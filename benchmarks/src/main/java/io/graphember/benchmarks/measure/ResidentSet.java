// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What of a process, mostly this one, lies in memory, as Linux counts it. */
public final class ResidentSet {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path CLEAR = Path.of("/proc/self/clear_refs");

  /** Tells the kernel to begin the peak anew, see proc(5). */
  private static final String RESET_PEAK = "5";

  private ResidentSet() {}

  /** True on Linux, whose counts can be read and whose peak can be begun anew. */
  public static boolean known() {
    return Files.isReadable(STATUS) && Files.isWritable(CLEAR);
  }

  /** Bytes now. */
  public static long bytes() throws IOException {
    return field(STATUS, "VmRSS:");
  }

  /** Most bytes since {@link #resetPeak()}. */
  public static long peakBytes() throws IOException {
    return field(STATUS, "VmHWM:");
  }

  /** Most bytes of another process since it began. */
  public static long peakBytes(long process) throws IOException {
    return field(Path.of("/proc", String.valueOf(process), "status"), "VmHWM:");
  }

  /** The peak is what there is now. */
  public static void resetPeak() throws IOException {
    Files.writeString(CLEAR, RESET_PEAK);
  }

  private static long field(Path status, String name) throws IOException {
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10; // it is in kB
      }
    }
    throw new IOException("no " + name + " in " + status);
  }
}
