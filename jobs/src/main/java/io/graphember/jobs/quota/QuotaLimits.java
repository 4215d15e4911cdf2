// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

/**
 * What one job, or all of a node together, may take of a node. Immutable.
 *
 * @param processorPercent of the time of all its processors, 1 to 100; 100 for no bound
 * @param networkBytesPerSecond bytes that go to other nodes and come from them, 0 for no bound
 */
public record QuotaLimits(int processorPercent, long networkBytesPerSecond) {
  /** No bound. */
  public static final QuotaLimits NONE = new QuotaLimits(100, 0);

  /** True if there is a bound on processor time. */
  boolean boundsProcessor() {
    return processorPercent < 100;
  }

  /** True if there is a bound on bytes. */
  boolean boundsNetwork() {
    return networkBytesPerSecond > 0;
  }

  /** Processors that may be busy all the time. */
  double processors(int ofNode) {
    return processorPercent / 100.0 * ofNode;
  }
}
