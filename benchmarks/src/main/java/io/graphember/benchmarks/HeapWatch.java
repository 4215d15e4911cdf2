// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What the heap of this JVM has more of than at the start, and how long it was paused. */
final class HeapWatch {
  private static final int COLLECTIONS = 3; // references of references go with later ones

  private final long before;
  private final AtomicLong longest = new AtomicLong();

  private HeapWatch(long before) {
    this.before = before;
  }

  /** Watches from now on. */
  static HeapWatch start() {
    final HeapWatch watch = new HeapWatch(live());
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, none) ->
                  watch.ended(
                      GarbageCollectionNotificationInfo.from(
                          (CompositeData) notification.getUserData())),
              null,
              null);
    }
    return watch;
  }

  private void ended(GarbageCollectionNotificationInfo collection) {
    final boolean own = collection.getGcCause().equals("System.gc()"); // of this class
    if (!own && !collection.getGcName().contains("Concurrent")) { // which does not pause
      longest.accumulateAndGet(collection.getGcInfo().getDuration(), Math::max);
    }
  }

  private static long live() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Forgets the pauses so far. */
  void forgetPauses() {
    longest.set(0);
  }

  /** Bytes that are live now and were not at the start. */
  long grown() {
    return live() - before;
  }

  /** Milliseconds of the longest pause so far. */
  double longestPause() {
    return longest.get();
  }
}
