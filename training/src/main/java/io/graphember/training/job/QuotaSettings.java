// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * What a job may take of each node: section {@code quota} of a job file.
 *
 * @param processorPercent of the time of all processors of a node, 1 to 100
 * @param networkMegabytesPerSecond millions of bytes between a node and others, 0 for no bound
 * @param memoryMegabytes MiB, 0 for no bound
 */
public record QuotaSettings(
    @Setting(
            value =
                "Percent of the processor time of each node that the job takes at most; what it"
                    + " computes stays the same. 100 for no bound.",
            byDefault = "100")
        @Min(1)
        @Max(100)
        int processorPercent,
    @Setting(
            value =
                "Megabytes per second that the job sends and receives on each node at most; 0 for"
                    + " no bound.",
            byDefault = "0")
        @Min(0)
        @Max(QuotaSettings.MOST)
        int networkMegabytesPerSecond,
    @Setting(
            value =
                "Mebibytes that the job takes on each node, its graph, heap and native memory"
                    + " together; it fails if it needs more. 0 for no bound.",
            byDefault = "0")
        @Min(0)
        @Max(QuotaSettings.MOST)
        int memoryMegabytes) {
  static final long MOST = 100_000_000;

  /** Bytes to other nodes and from them in a second; 0 for no bound. */
  public long networkBytesPerSecond() {
    return networkMegabytesPerSecond * 1_000_000L;
  }

  /** Bytes that the job may take on a node. */
  public long memoryBytes() {
    return memoryMegabytes == 0 ? Long.MAX_VALUE : (long) memoryMegabytes << 20;
  }
}
