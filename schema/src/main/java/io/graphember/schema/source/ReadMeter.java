// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.spi.Cancellation;

/** Adds up what several files have given, reports it, and looks whether to go on. */
public final class ReadMeter {
  private final ReadProgress progress;
  private final Cancellation cancellation;
  private final long total;
  private long done;

  /**
   * Makes a meter.
   *
   * @param total what all that is read will report
   */
  public ReadMeter(ReadProgress progress, Cancellation cancellation, long total) {
    this.progress = progress;
    this.cancellation = cancellation;
    this.total = total;
  }

  /** A meter for a look at the first row, which nobody waits for. */
  public static ReadMeter silent() {
    return silent(Cancellation.NEVER);
  }

  /** A meter for a reading of which nobody sees how far it has come. */
  public static ReadMeter silent(Cancellation cancellation) {
    return new ReadMeter(ReadProgress.NONE, cancellation, 0);
  }

  /** Says whether the work should stop. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** Leaves if the work should stop. */
  public void check() {
    cancellation.check();
  }

  /** Reports that more was read, and leaves if the work should stop. */
  public void advance(String file, long more) {
    cancellation.check();
    done += more;
    progress.read(file, Math.min(done, total), total);
  }
}
