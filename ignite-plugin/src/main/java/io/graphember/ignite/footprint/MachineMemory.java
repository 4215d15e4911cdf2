// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.footprint;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.jspecify.annotations.Nullable;

/** What is left of a machine's memory beside what a node may take already. */
public final class MachineMemory {
  /** A machine whose memory is promised several times over still trains small models. */
  private static final int LEAST_SHARE = 8;

  private MachineMemory() {}

  /**
   * The machine's memory, or that of its container, less the largest heap and the data regions; an
   * eighth of it at least. Bytes, positive.
   *
   * @param storage data regions of the node; null for Ignite's own default
   */
  public static long besideHeapAndRegions(@Nullable DataStorageConfiguration storage) {
    final long machine =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    final long left = machine - Runtime.getRuntime().maxMemory() - regionBytes(storage);
    return Math.max(left, machine / LEAST_SHARE);
  }

  private static long regionBytes(@Nullable DataStorageConfiguration configured) {
    DataStorageConfiguration storage =
        configured == null ? new DataStorageConfiguration() : configured;
    DataRegionConfiguration[] others = storage.getDataRegionConfigurations();
    return Stream.concat(
            Stream.of(storage.getDefaultDataRegionConfiguration()),
            others == null ? Stream.empty() : Arrays.stream(others))
        .mapToLong(DataRegionConfiguration::getMaxSize)
        .sum();
  }
}
