// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.memory.DirectBuffer;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Architectures;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
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

/**
 * Milliseconds of one training step, 128-256-47, by every engine on the class path. A step is a
 * forward and a backward pass, and an update by Adam; the forward pass is measured by itself, the
 * backward pass is the rest of both. Steps of GraphSAGE are taken by turns with those of {@link
 * PlainPyTorch}, since how fast a step is depends on who else is at work on the machine.
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
      List<Double> forward =
          Stopwatch.seconds(warmUps, steps, () -> session.forward(batch, parameters, logits, null));
      Steps ours =
          new Steps(
              parameters,
              gradients -> session.forwardBackward(batch, targets, parameters, gradients, null));
      Steps theirs = new Steps(plain.parameters(), plain::step);
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

  /** Steps of a model by Adam, and what their parts took. */
  private static final class Steps {
    private final ByteBuffer parameters;
    private final ByteBuffer gradients;
    private final Model model;
    private final Update update;
    private final List<Double> both = new ArrayList<>();
    private final List<Double> copies = new ArrayList<>();
    private final List<Double> adam = new ArrayList<>();

    Steps(ByteBuffer parameters, Model model) {
      this.parameters = parameters;
      this.gradients = DirectBuffer.allocate(parameters.capacity());
      this.model = model;
      this.update = new Update(parameters.capacity() / 4);
    }

    void step(boolean counts) throws Exception {
      final double passes = Stopwatch.seconds(() -> model.forwardBackward(gradients));
      final double read = Stopwatch.seconds(() -> update.read(parameters, gradients));
      final double moved = Stopwatch.seconds(update::step);
      final double written = Stopwatch.seconds(() -> update.write(parameters));
      if (counts) {
        both.add(passes);
        copies.add(read + written);
        adam.add(moved);
      }
    }

    List<Double> whole() {
      List<Double> whole = new ArrayList<>();
      for (int i = 0; i < both.size(); i++) {
        whole.add(both.get(i) + copies.get(i) + adam.get(i));
      }
      return whole;
    }

    List<Measurement> phases(String engine, List<Double> forward) {
      final double median = Stopwatch.median(forward);
      List<Double> backward = both.stream().map(seconds -> seconds - median).toList();
      List<Measurement> phases = new ArrayList<>();
      phases.add(milliseconds(engine + ", forward, with copies in", forward));
      phases.add(milliseconds(engine + ", backward, with copies out", backward));
      phases.add(milliseconds(engine + ", copies to and from the optimizer", copies));
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
