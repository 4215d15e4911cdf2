// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Most heap in use after a collection, from when it is made until it is asked, beside what was
 * there before; and the longest pause. Listens to the collectors.
 */
public final class HeapWatch implements AutoCloseable, NotificationListener {
  private final LongSupplier others;
  private final long before;
  private final AtomicLong peak = new AtomicLong();
  private final AtomicLong longestPause = new AtomicLong();

  /**
   * Begins to watch.
   *
   * @param others bytes of what has come since and is not meant
   */
  public HeapWatch(LongSupplier others) {
    this.others = others;
    System.gc();
    before = used();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(this, null, null);
    }
  }

  private static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public void handleNotification(Notification event, Object handback) {
    if (event.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GarbageCollectionNotificationInfo info =
          GarbageCollectionNotificationInfo.from((CompositeData) event.getUserData());
      long used =
          info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
              .filter(pool -> pool.getKey().startsWith("G1"))
              .map(Map.Entry::getValue)
              .mapToLong(MemoryUsage::getUsed)
              .sum();
      peak.accumulateAndGet(used - before - others.getAsLong(), Math::max);
      final boolean own = info.getGcCause().equals("System.gc()"); // of benchmarks
      if (!own && !info.getGcName().contains("Concurrent")) { // which does not pause
        longestPause.accumulateAndGet(info.getGcInfo().getDuration(), Math::max);
      }
    }
  }

  /** The bytes; collects once more. */
  public long peakBytes() {
    System.gc();
    return peak.get();
  }

  /** Bytes in use now that were not before; collects once more. */
  public long grownBytes() {
    System.gc();
    return used() - before;
  }

  /** Milliseconds of the longest pause so far, but for those that were asked for. */
  public long longestPauseMillis() {
    return longestPause.get();
  }

  /** Forgets the pauses so far. */
  public void forgetPauses() {
    longestPause.set(0);
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      try {
        ((NotificationEmitter) collector).removeNotificationListener(this);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
