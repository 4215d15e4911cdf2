// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** A step has so many spans at most: its hops, its rows, and what a trainer does itself. */
  private static final int SPANS_OF_STEP = 40;

  /**
   * A part of a step that was traced.
   *
   * @param part which
   * @param thread that did it
   * @param startMicros when it began, in microseconds since 1970, as the clock of this node says it
   * @param micros how long it took
   */
  public record Span(Part part, long thread, long startMicros, long micros) {}

  private final int traced;
  private final long originMicros = 1000 * System.currentTimeMillis();
  private final long originNanos = System.nanoTime();
  private final Queue<Span> spans = new ConcurrentLinkedQueue<>();
  private final AtomicInteger spanCount = new AtomicInteger();
  private final AtomicLongArray nanos = new AtomicLongArray(Part.values().length);
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();

  /** Traces no step. */
  public StepTimes() {
    this(0);
  }

  /**
   * Traces the first steps.
   *
   * @param traced how many; what is sampled ahead for later ones is among them
   */
  public StepTimes(int traced) {
    this.traced = traced;
  }

  /**
   * Adds to a part what has passed since a moment.
   *
   * @param began as {@link System#nanoTime()} said it
   */
  public void add(Part part, long began) {
    final long took = System.nanoTime() - began;
    nanos.addAndGet(part.ordinal(), took);
    if (steps.get() < traced && spanCount.incrementAndGet() <= SPANS_OF_STEP * traced) {
      spans.add(
          new Span(
              part,
              Thread.currentThread().getId(),
              originMicros + (began - originNanos) / 1000,
              took / 1000));
    }
  }

  /** The parts of the steps that were traced, in the order of their ends. */
  public List<Span> spans() {
    return List.copyOf(spans);
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
