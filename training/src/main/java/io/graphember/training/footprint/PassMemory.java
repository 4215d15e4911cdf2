// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.model.Program;
import java.util.List;

/**
 * Bytes of the values that live at once while an engine computes programs one after the other, and
 * their gradients backwards: automatic differentiation as engines do it. A value is written once.
 * It is freed when the last operation has read it that reads it, in training one that reads it
 * backwards too: a product reads its factors, a ReLU its result, a sum nothing. A gradient is as
 * large as its value; it lives until the value's own operation has been taken back.
 *
 * <p>Used once for each pass; O(operations²) of small programs.
 */
final class PassMemory {
  private final EngineMemory engine;
  private final boolean training;
  private long kept; // of the operations so far
  private long peak;

  private PassMemory(EngineMemory engine, boolean training) {
    this.engine = engine;
    this.training = training;
  }

  /** One program of a pass. */
  record Step(Program program, BlockSize block, int edgeTypes, boolean inputHasGradient) {}

  /** Most bytes that live at once in a pass of these programs. */
  static long bytes(EngineMemory engine, List<Step> steps, boolean training) {
    PassMemory memory = new PassMemory(engine, training);
    List<ProgramValues> values =
        steps.stream().map(step -> new ProgramValues(step, engine, training)).toList();
    values.forEach(memory::forward);
    if (training) {
      for (int i = values.size() - 1; i >= 0; i--) {
        memory.backward(values.get(i));
      }
    }
    return memory.peak;
  }

  private void forward(ProgramValues values) {
    for (int i = 0; i < values.count(); i++) {
      reach(kept + values.live(i) + values.scratch(i));
      kept += values.kept(i) + values.freed(i);
    }
  }

  private void backward(ProgramValues values) {
    for (int i = values.count() - 1; i >= 0; i--) {
      kept += values.freedBackward(i);
      reach(kept + values.gradients(i) + values.backwardScratch(i));
      kept -= values.released(i);
    }
  }

  private void reach(long bytes) {
    peak = Math.max(peak, bytes);
  }
}
