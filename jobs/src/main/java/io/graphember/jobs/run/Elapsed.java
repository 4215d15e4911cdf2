// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

/** Times that reports tell. */
public final class Elapsed {
  private Elapsed() {}

  /**
   * Seconds since a moment.
   *
   * @param began {@link System#nanoTime} of that moment
   */
  public static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
