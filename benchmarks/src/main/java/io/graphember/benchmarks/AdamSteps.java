// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.benchmarks.measure.TimedCalls;
import io.graphember.memory.DirectBuffer;
import io.graphember.spi.backend.CopyTimes;
import io.graphember.tensor.optimizer.Adam;
import io.graphember.tensor.optimizer.LearningRate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Steps of a model by Adam, and what their parts took. */
final class AdamSteps {
  private final ByteBuffer parameters;
  private final ByteBuffer gradients;
  private final Model model;
  private final Update update;
  private final TimedCalls passes;
  private final List<Double> moves = new ArrayList<>();
  private final List<Double> adam = new ArrayList<>();

  /**
   * No steps yet.
   *
   * @param parameters updated by each step
   * @param copies what copies of the model's engine took so far
   */
  AdamSteps(ByteBuffer parameters, Model model, Supplier<CopyTimes> copies) {
    this.parameters = parameters;
    this.gradients = DirectBuffer.allocate(parameters.capacity());
    this.model = model;
    this.passes = new TimedCalls(copies);
    this.update = new Update(parameters.capacity() / 4);
  }

  /** Takes a step, which may be one to warm up. */
  void step(boolean counts) throws Exception {
    passes.call(() -> model.forwardBackward(gradients), counts);
    final double read = Stopwatch.seconds(() -> update.read(parameters, gradients));
    final double moved = Stopwatch.seconds(update::step);
    final double written = Stopwatch.seconds(() -> update.write(parameters));
    if (counts) {
      moves.add(read + written);
      adam.add(moved);
    }
  }

  /** Seconds of each step. */
  List<Double> whole() {
    List<Double> whole = new ArrayList<>();
    for (int i = 0; i < adam.size(); i++) {
      whole.add(passes.whole(i) + moves.get(i) + adam.get(i));
    }
    return whole;
  }

  /** Measurements of all phases, by forward passes that were taken by themselves. */
  List<Measurement> phases(String engine, TimedCalls forward) {
    final double alone = Stopwatch.median(forward.work());
    List<Double> backward = passes.work().stream().map(seconds -> seconds - alone).toList();
    List<Measurement> phases = new ArrayList<>();
    phases.add(Measurement.milliseconds(engine + ", copy in", passes.in()));
    phases.add(Measurement.milliseconds(engine + ", forward", forward.work()));
    phases.add(Measurement.milliseconds(engine + ", backward", backward));
    phases.add(Measurement.milliseconds(engine + ", copy out", passes.out()));
    phases.add(Measurement.milliseconds(engine + ", copies to and from the optimizer", moves));
    phases.add(Measurement.milliseconds(engine + ", update by Adam", adam));
    phases.add(Measurement.milliseconds(engine + ", whole step", whole()));
    return phases;
  }

  /** Both passes of a model; its gradients go into a buffer. */
  interface Model {
    void forwardBackward(ByteBuffer gradients) throws Exception;
  }

  /** Adam beside the buffers of the boundary. */
  private static final class Update {
    private final Adam adam = new Adam(LearningRate.constant(0.003f), 0);
    private final float[] weights;
    private final float[] gradients;
    private final float[] slots;
    private long number;

    Update(int length) {
      weights = new float[length];
      gradients = new float[length];
      slots = new float[adam.slots() * length];
    }

    void read(ByteBuffer parameterBuffer, ByteBuffer gradientBuffer) {
      gradientBuffer.asFloatBuffer().get(gradients);
      parameterBuffer.asFloatBuffer().get(weights);
    }

    void step() {
      adam.update(weights, gradients, slots, ++number);
    }

    void write(ByteBuffer parameterBuffer) {
      parameterBuffer.asFloatBuffer().put(weights);
    }
  }
}
