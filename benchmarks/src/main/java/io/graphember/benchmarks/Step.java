// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.TimedCalls;
import io.graphember.config.SettingsDocument;
import io.graphember.memory.DirectBuffer;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Hgt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Milliseconds of one training step, 128-256-47, by every engine on the class path: the batch is
 * copied in, a forward and a backward pass, gradients are copied out, an update by Adam. An engine
 * may run both passes as one, so the forward pass is measured by itself, and the backward pass is
 * the rest of both. With {@code inputGradients} as where the rows that enter are learned; without,
 * steps of GraphSAGE are taken by turns with those of {@link PlainPyTorch}, since how fast a step
 * is depends on who else is at work on the machine.
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
    options.put("inputGradients", "false");
    options.put("threads", "1");
    options.put("warmUps", "300");
    options.put("steps", "40");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
      int threads = Integer.parseInt(options.text("threads"));
      try (Backend backend = provider.open(new BackendSettings(threads, Optional.empty()))) {
        all.addAll(measure(backend, options));
      }
    }
    return all;
  }

  private static Architecture architecture(BenchmarkOptions options) {
    final int heads = Integer.parseInt(options.text("heads"));
    return switch (options.text("model")) {
      case "gat" -> new Gat(heads, 1);
      case "gatv2" -> new Gatv2(heads, 1);
      case "gat-e" -> new GatE(heads, 1);
      case "hgt" -> new Hgt(heads, 0);
      default ->
          SettingsDocument.of("--model", "model", Map.of("type", options.text("model")))
              .bind(Architecture.class);
    };
  }

  private static List<Measurement> measure(Backend backend, BenchmarkOptions options)
      throws Exception {
    final int dim = Integer.parseInt(options.text("dim"));
    final int hidden = Integer.parseInt(options.text("hidden"));
    final int warmUps = Integer.parseInt(options.text("warmUps"));
    final int steps = Integer.parseInt(options.text("steps"));
    final boolean learned = Boolean.parseBoolean(options.text("inputGradients"));
    final boolean besidePlain = options.text("model").equals("graphsage") && !learned;
    ModelSpec spec =
        new ModelSpec(architecture(options), dim, hidden, CLASSES, 2, 0, 0)
            .with(
                LayerOptions.DEFAULT
                    .withTypes(StepBatch.TYPES, StepBatch.TYPES)
                    .withEdgeDim(StepBatch.EDGE_DIM));
    MiniBatch batch = StepBatch.of(dim);
    ByteBuffer labels = labels();
    Targets targets = Targets.classes(labels, 1f / StepBatch.SEEDS);
    ByteBuffer parameters = DirectBuffer.allocate(4 * spec.layout().length());
    StepBatch.fill(parameters, 3, 0.1f);
    ByteBuffer ofInput =
        learned ? DirectBuffer.allocate(4 * batch.blocks().get(0).sources() * dim) : null;
    ByteBuffer logits = DirectBuffer.allocate(4 * StepBatch.SEEDS * CLASSES);
    try (ModelSession session = backend.open(spec);
        PlainPyTorch plain = new PlainPyTorch(batch, dim, hidden, CLASSES, labels)) {
      TimedCalls forward = new TimedCalls(session::copyTimes);
      for (int i = 0; i < warmUps + steps; i++) {
        forward.call(() -> session.forward(batch, parameters, logits, null), i >= warmUps);
      }
      AdamSteps ours =
          new AdamSteps(
              parameters,
              gradients -> session.forwardBackward(batch, targets, parameters, gradients, ofInput),
              session::copyTimes);
      AdamSteps theirs = new AdamSteps(plain.parameters(), plain::step, () -> CopyTimes.NONE);
      for (int i = 0; i < warmUps + steps; i++) {
        ours.step(i >= warmUps);
        if (besidePlain) {
          theirs.step(i >= warmUps);
        }
      }
      List<Measurement> rows = ours.phases(backend.name(), forward);
      if (besidePlain) {
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
    Measurement over =
        Measurement.lower(engine + " over plain PyTorch", "times", ratios).withLimit(1);
    Double target = TARGETS.get(engine);
    return List.of(
        Measurement.milliseconds("plain PyTorch by turns with " + engine, theirs),
        target == null ? over : over.withTarget(target / PLAIN, 1));
  }
}
