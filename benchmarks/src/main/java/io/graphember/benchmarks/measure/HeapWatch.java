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
 * there before. Listens to the collectors.
 */
public final class HeapWatch implements AutoCloseable, NotificationListener {
  private final LongSupplier others;
  private final long before;
  private final AtomicLong peak = new AtomicLong();

  /**
   * Begins to watch.
   *
   * @param others bytes of what has come since and is not meant
   */
  public HeapWatch(LongSupplier others) {
    this.others = others;
    System.gc();
    before = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(this, null, null);
    }
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
    }
  }

  /** The bytes; collects once more. */
  public long peakBytes() {
    System.gc();
    return peak.get();
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
