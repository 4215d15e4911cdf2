// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * Share of this machine's processors that is busy, 0 to 1; asked of the system at most every
 * {@value #FRESH_MILLIS} ms. Any thread.
 */
final class ProcessorLoad implements DoubleSupplier {
  private static final long FRESH_MILLIS = 50;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long askedNanos = System.nanoTime() - FRESH_MILLIS * 1_000_000;
  private double load;

  @Override
  public synchronized double getAsDouble() {
    final long now = System.nanoTime();
    if (now - askedNanos >= FRESH_MILLIS * 1_000_000) {
      askedNanos = now;
      load = Math.max(0, system.getCpuLoad()); // negative while unknown
    }
    return load;
  }
}
