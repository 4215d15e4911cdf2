// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Where the time of a trainer's steps goes. Two reads of the clock for each part of a step. Safe
 * for use by several threads.
 */
public final class StepTimes {
  /** A part of a step. */
  public enum Part {
    /** Sampling of neighbourhoods, ahead of the trainer. */
    SAMPLE,
    /** Fetching rows and putting a batch together, ahead of the trainer. */
    FETCH,
    /** Waiting of the trainer, for the batch and for other trainers. */
    WAIT,
    /** Forward and backward pass. */
    COMPUTE,
    /** Change of the parameters. */
    UPDATE
  }

  private final AtomicLongArray nanos = new AtomicLongArray(Part.values().length);
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();

  /**
   * Adds to a part what has passed since a moment.
   *
   * @param began as {@link System#nanoTime()} said it
   */
  public void add(Part part, long began) {
    nanos.addAndGet(part.ordinal(), System.nanoTime() - began);
  }

  /** A batch is ready, to be trained on or measured. */
  public void batch() {
    batches.incrementAndGet();
  }

  /** A step is done. */
  public void step() {
    steps.incrementAndGet();
  }

  /** Mean seconds of a part: of what is done ahead, a batch; of the rest, a step. 0 without any. */
  public double seconds(Part part) {
    final long done =
        switch (part) {
          case SAMPLE, FETCH -> batches.get();
          case WAIT, COMPUTE, UPDATE -> steps.get();
        };
    return done == 0 ? 0 : 1e-9 * nanos.get(part.ordinal()) / done;
  }
}
