// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.memory.DirectBuffer;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Architectures;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.LayerOptions;
import io.graphember.tensor.optimizer.Adam;
import io.graphember.tensor.optimizer.LearningRate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/**
 * Milliseconds of one training step, 128-256-47, by every engine on the class path: the batch is
 * copied in, a forward and a backward pass, gradients are copied out, an update by Adam. An engine
 * may run both passes as one, so the forward pass is measured by itself, and the backward pass is
 * the rest of both. Steps of GraphSAGE are taken by turns with those of {@link PlainPyTorch}, since
 * how fast a step is depends on who else is at work on the machine.
 */
final class Step implements Benchmark {
  private static final int CLASSES = 47;

  /** What plain PyTorch took, in ms, on the machine on which the targets were set. */
  private static final double PLAIN = 18.0;

  /** Milliseconds on that machine, by two threads. */
  private static final Map<String, Double> TARGETS = Map.of("djl", 19.0, "tensorflow", 28.0);

  @Override
  public String name() {
    return "step";
  }

  @Override
  public String description() {
    return "milliseconds of a training step by phase, batch 512, fanouts 15, 10";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("model", "graphsage");
    options.put("heads", "4");
    options.put("dim", "128");
    options.put("hidden", "256");
    options.put("threads", "1");
    options.put("warmUps", "300");
    options.put("steps", "40");
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
      int threads = Integer.parseInt(options.get("threads"));
      try (Backend backend = provider.open(new BackendSettings(threads, null))) {
        all.addAll(measure(backend, options));
      }
    }
    return all;
  }

  private static List<Measurement> measure(Backend backend, Map<String, String> options)
      throws Exception {
    final int dim = Integer.parseInt(options.get("dim"));
    final int hidden = Integer.parseInt(options.get("hidden"));
    final int warmUps = Integer.parseInt(options.get("warmUps"));
    final int steps = Integer.parseInt(options.get("steps"));
    final boolean graphSage = options.get("model").equals("graphsage");
    ModelSpec spec =
        new ModelSpec(Architectures.get(options.get("model")), dim, hidden, CLASSES, 2, 0, 0)
            .with(
                LayerOptions.DEFAULT
                    .withHeads(Integer.parseInt(options.get("heads")), 1)
                    .withTypes(StepBatch.TYPES, StepBatch.TYPES)
                    .withEdgeDim(StepBatch.EDGE_DIM));
    MiniBatch batch = StepBatch.of(dim);
    ByteBuffer labels = labels();
    Targets targets = Targets.classes(labels, 1f / StepBatch.SEEDS);
    ByteBuffer parameters = DirectBuffer.allocate(4 * spec.layout().length());
    StepBatch.fill(parameters, 3, 0.1f);
    ByteBuffer logits = DirectBuffer.allocate(4 * StepBatch.SEEDS * CLASSES);
    try (ModelSession session = backend.open(spec);
        PlainPyTorch plain = new PlainPyTorch(batch, dim, hidden, CLASSES, labels)) {
      Calls forward = new Calls(session::copyTimes);
      for (int i = 0; i < warmUps + steps; i++) {
        forward.call(() -> session.forward(batch, parameters, logits, null), i >= warmUps);
      }
      Steps ours =
          new Steps(
              parameters,
              gradients -> session.forwardBackward(batch, targets, parameters, gradients, null),
              session::copyTimes);
      Steps theirs = new Steps(plain.parameters(), plain::step, () -> CopyTimes.NONE);
      for (int i = 0; i < warmUps + steps; i++) {
        ours.step(i >= warmUps);
        if (graphSage) {
          theirs.step(i >= warmUps);
        }
      }
      List<Measurement> rows = ours.phases(backend.name(), forward);
      if (graphSage) {
        rows.addAll(beside(backend.name(), ours.whole(), theirs.whole()));
      }
      return rows;
    }
  }

  private static ByteBuffer labels() {
    ByteBuffer labels = DirectBuffer.allocate(4 * StepBatch.SEEDS);
    for (int i = 0; i < StepBatch.SEEDS; i++) {
      labels.putInt(4 * i, CounterRandom.bounded(CounterRandom.bits(2, i), CLASSES));
    }
    return labels;
  }

  /** Each step of an engine and the plain one that came after it. */
  private static List<Measurement> beside(String engine, List<Double> ours, List<Double> theirs) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(ours.get(i) / theirs.get(i));
    }
    return List.of(
        milliseconds("plain PyTorch by turns with " + engine, theirs),
        Measurement.lower(engine + " over plain PyTorch", "times", ratios)
            .withLimit(1)
            .withTarget(TARGETS.get(engine) / PLAIN, 1));
  }

  private static Measurement milliseconds(String name, List<Double> seconds) {
    return Measurement.lower(name, "ms", seconds.stream().map(s -> 1e3 * s).toList());
  }

  /** Both passes of a model; its gradients go into a buffer. */
  private interface Model {
    void forwardBackward(ByteBuffer gradients) throws Exception;
  }

  /** Seconds of calls of an engine, and of their copies. */
  private static final class Calls {
    private final Supplier<CopyTimes> copies;
    private final List<Double> in = new ArrayList<>();
    private final List<Double> work = new ArrayList<>();
    private final List<Double> out = new ArrayList<>();

    Calls(Supplier<CopyTimes> copies) {
      this.copies = copies;
    }

    void call(Stopwatch.Work call, boolean counts) throws Exception {
      final CopyTimes before = copies.get();
      final double seconds = Stopwatch.seconds(call);
      final CopyTimes during = copies.get().since(before);
      if (counts) {
        in.add(during.inNanos() / 1e9);
        out.add(during.outNanos() / 1e9);
        work.add(seconds - (during.inNanos() + during.outNanos()) / 1e9);
      }
    }

    double whole(int call) {
      return in.get(call) + work.get(call) + out.get(call);
    }
  }

  /** Steps of a model by Adam, and what their parts took. */
  private static final class Steps {
    private final ByteBuffer parameters;
    private final ByteBuffer gradients;
    private final Model model;
    private final Update update;
    private final Calls passes;
    private final List<Double> moves = new ArrayList<>();
    private final List<Double> adam = new ArrayList<>();

    Steps(ByteBuffer parameters, Model model, Supplier<CopyTimes> copies) {
      this.parameters = parameters;
      this.gradients = DirectBuffer.allocate(parameters.capacity());
      this.model = model;
      this.passes = new Calls(copies);
      this.update = new Update(parameters.capacity() / 4);
    }

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

    List<Double> whole() {
      List<Double> whole = new ArrayList<>();
      for (int i = 0; i < adam.size(); i++) {
        whole.add(passes.whole(i) + moves.get(i) + adam.get(i));
      }
      return whole;
    }

    /** Measurements of all phases, by forward passes that were taken by themselves. */
    List<Measurement> phases(String engine, Calls forward) {
      final double alone = Stopwatch.median(forward.work);
      List<Double> backward = passes.work.stream().map(seconds -> seconds - alone).toList();
      List<Measurement> phases = new ArrayList<>();
      phases.add(milliseconds(engine + ", copy in", passes.in));
      phases.add(milliseconds(engine + ", forward", forward.work));
      phases.add(milliseconds(engine + ", backward", backward));
      phases.add(milliseconds(engine + ", copy out", passes.out));
      phases.add(milliseconds(engine + ", copies to and from the optimizer", moves));
      phases.add(milliseconds(engine + ", update by Adam", adam));
      phases.add(milliseconds(engine + ", whole step", whole()));
      return phases;
    }
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
