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
 * backward pass is the rest of both.
 */
final class Step implements Benchmark {
  private static final int CLASSES = 47;

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
    final int warmUps = Integer.parseInt(options.get("warmUps"));
    final int steps = Integer.parseInt(options.get("steps"));
    ModelSpec spec =
        new ModelSpec(
                Architectures.get(options.get("model")),
                dim,
                Integer.parseInt(options.get("hidden")),
                CLASSES,
                2,
                0,
                0)
            .with(
                LayerOptions.DEFAULT
                    .withHeads(Integer.parseInt(options.get("heads")), 1)
                    .withTypes(StepBatch.TYPES, StepBatch.TYPES)
                    .withEdgeDim(StepBatch.EDGE_DIM));
    MiniBatch batch = StepBatch.of(dim);
    ByteBuffer labels = DirectBuffer.allocate(4 * StepBatch.SEEDS);
    for (int i = 0; i < StepBatch.SEEDS; i++) {
      labels.putInt(4 * i, CounterRandom.bounded(CounterRandom.bits(2, i), CLASSES));
    }
    Targets targets = Targets.classes(labels, 1f / StepBatch.SEEDS);
    final int length = spec.layout().length();
    ByteBuffer parameters = DirectBuffer.allocate(4 * length);
    StepBatch.fill(parameters, 3, 0.1f);
    ByteBuffer gradients = DirectBuffer.allocate(4 * length);
    ByteBuffer logits = DirectBuffer.allocate(4 * StepBatch.SEEDS * CLASSES);
    Update update = new Update(length);
    try (ModelSession session = backend.open(spec)) {
      List<Double> forward =
          Stopwatch.seconds(warmUps, steps, () -> session.forward(batch, parameters, logits, null));
      List<Double> both = new ArrayList<>();
      List<Double> copies = new ArrayList<>();
      List<Double> adam = new ArrayList<>();
      for (int i = -warmUps; i < steps; i++) {
        double model =
            Stopwatch.seconds(
                () -> session.forwardBackward(batch, targets, parameters, gradients, null));
        double copy = Stopwatch.seconds(() -> update.read(parameters, gradients));
        double step = Stopwatch.seconds(update::step);
        copy += Stopwatch.seconds(() -> update.write(parameters));
        if (i >= 0) {
          both.add(model);
          copies.add(copy);
          adam.add(step);
        }
      }
      return phases(backend.name(), forward, both, copies, adam);
    }
  }

  private static List<Measurement> phases(
      String engine,
      List<Double> forward,
      List<Double> both,
      List<Double> copies,
      List<Double> adam) {
    final double median = Stopwatch.median(forward);
    List<Double> whole = new ArrayList<>();
    for (int i = 0; i < both.size(); i++) {
      whole.add(both.get(i) + copies.get(i) + adam.get(i));
    }
    return List.of(
        phase(engine + ", forward, with copies in", forward),
        phase(
            engine + ", backward, with copies out",
            both.stream().map(seconds -> seconds - median).toList()),
        phase(engine + ", copies to and from the optimizer", copies),
        phase(engine + ", update by Adam", adam),
        phase(engine + ", whole step", whole));
  }

  private static Measurement phase(String name, List<Double> seconds) {
    return Measurement.lower(name, "ms", seconds.stream().map(s -> 1e3 * s).toList());
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
