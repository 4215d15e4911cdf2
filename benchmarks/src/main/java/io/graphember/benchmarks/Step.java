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
 * Milliseconds of one training step, 128-256-47, by every engine on the class path: forward pass,
 * forward and backward pass, update by Adam. Buffers are shared with the engine or copied within
 * these.
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
    options.put("warmUps", "20");
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
      return List.of(
          phase(
              backend,
              "forward",
              warmUps,
              steps,
              () -> session.forward(batch, parameters, logits, null)),
          phase(
              backend,
              "forward and backward",
              warmUps,
              steps,
              () -> session.forwardBackward(batch, targets, parameters, gradients, null)),
          phase(
              backend,
              "update by Adam",
              warmUps,
              steps,
              () -> update.apply(parameters, gradients)));
    }
  }

  private static Measurement phase(
      Backend backend, String phase, int warmUps, int steps, Stopwatch.Work work) throws Exception {
    return Measurement.lower(
        backend.name() + ", " + phase,
        "ms",
        Stopwatch.seconds(warmUps, steps, work).stream().map(s -> 1e3 * s).toList());
  }

  /** Adam on the buffers of the boundary. */
  private static final class Update {
    private final Adam adam = new Adam(LearningRate.constant(0.003f), 0);
    private final float[] weights;
    private final float[] gradients;
    private final float[] slots;
    private long step;

    Update(int length) {
      weights = new float[length];
      gradients = new float[length];
      slots = new float[adam.slots() * length];
    }

    void apply(ByteBuffer parameterBuffer, ByteBuffer gradientBuffer) {
      gradientBuffer.asFloatBuffer().get(gradients);
      parameterBuffer.asFloatBuffer().get(weights);
      adam.update(weights, gradients, slots, ++step);
      parameterBuffer.asFloatBuffer().put(weights);
    }
  }
}
