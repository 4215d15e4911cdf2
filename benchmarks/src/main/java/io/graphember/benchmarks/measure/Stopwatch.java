// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/** Times a piece of work. */
public final class Stopwatch {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Stopwatch() {}

  /** Work that may fail. */
  public interface Work {
    void run() throws Exception;
  }

  /** Seconds of one run. */
  public static double seconds(Work work) throws Exception {
    long started = System.nanoTime();
    work.run();
    return (System.nanoTime() - started) / 1e9;
  }

  /**
   * Seconds of several runs after others that are not counted.
   *
   * @param warmUps runs before the first that counts
   */
  public static List<Double> seconds(int warmUps, int runs, Work work) throws Exception {
    List<Double> counted = new ArrayList<>();
    for (int i = 0; i < warmUps + runs; i++) {
      double seconds = seconds(work);
      if (i >= warmUps) {
        counted.add(seconds);
      }
    }
    return counted;
  }

  /** Seconds of processor time of this thread: waiting for a core says nothing about the work. */
  public static List<Double> cpuSeconds(int warmUps, int runs, Work work) throws Exception {
    List<Double> counted = new ArrayList<>();
    for (int i = 0; i < warmUps + runs; i++) {
      long started = THREADS.getCurrentThreadCpuTime();
      work.run();
      if (i >= warmUps) {
        counted.add((THREADS.getCurrentThreadCpuTime() - started) / 1e9);
      }
    }
    return counted;
  }

  /** Seconds of processor time that all threads of this JVM have taken so far. */
  public static double processorSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** The middle one of several values. */
  public static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
