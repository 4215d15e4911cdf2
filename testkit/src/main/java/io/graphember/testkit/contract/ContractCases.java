// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import java.util.ArrayList;
import java.util.List;

/** The steps that a backend has to take, for one model family. */
final class ContractCases {
  private static final long KEY = 20_261_120;

  private ContractCases() {}

  /** Small enough to differentiate by every parameter and input. */
  static List<BatchCase> tiny(ContractModel model) {
    List<BatchCase> cases = new ArrayList<>();
    boolean deep = model.kind() instanceof Gcn || model.kind() instanceof GraphSage;
    for (int layers = 1; layers <= (deep ? 4 : 1); layers++) {
      ModelSpec spec = model.spec(4, 6, 3, layers, 0f, 0f);
      String name = "%s, %d layers".formatted(model, layers);
      cases.add(BatchFixtures.random(name, spec, 3, 2, KEY + layers));
    }
    if (model.jumps()) {
      ModelSpec three = model.spec(4, 6, 3, 3, 0f, 0.2f);
      cases.add(BatchFixtures.random(model + ", 3 layers", three, 2, 2, KEY));
    }
    ModelSpec same = model.spec(4, 4, 4, 2, 0f, 0f);
    cases.add(BatchFixtures.random(model + ", same widths", same, 3, 2, KEY));
    ModelSpec masked = model.spec(4, 6, 3, 2, 0.25f, 0.5f);
    cases.add(BatchFixtures.random(model + ", dropout", masked, 3, 2, KEY));
    return cases;
  }

  /** Every task, small enough to differentiate. */
  static List<BatchCase> tinyTasks() {
    ModelSpec spec = new ModelSpec(new GraphSage(), 4, 6, 4, 2, 0.25f, 0f);
    BatchCase step = BatchFixtures.random("tiny", spec, 4, 2, KEY);
    return ContractTask.ALL.stream().map(task -> task.of(step)).toList();
  }

  /** Every task over a larger batch, and over none. */
  static List<BatchCase> tasks() {
    List<BatchCase> cases = new ArrayList<>(tinyTasks());
    ModelSpec spec = new ModelSpec(new GraphSage(), 40, 16, 8, 2, 0.1f, 0.2f);
    BatchCase step = BatchFixtures.random("larger", spec, 30, 6, KEY);
    BatchCase empty = BatchFixtures.random("empty", spec, 0, 6, KEY);
    for (ContractTask task : ContractTask.ALL) {
      cases.add(task.of(step));
      cases.add(task.of(empty));
    }
    return cases;
  }

  /** What a sampler may send, and the shapes that decide how a backend computes it. */
  static List<BatchCase> all(ContractModel model) {
    List<BatchCase> cases = tiny(model);
    ModelSpec two = model.spec(6, 8, 4, 2, 0f, 0f);
    cases.add(BatchFixtures.random(model + ", empty batch", two, 0, 3, KEY));
    cases.add(BatchFixtures.random(model + ", no edges", two, 5, 0, KEY));
    ModelSpec one = model.spec(6, 2, 4, 1, 0f, 0f);
    cases.add(
        BatchFixtures.of(
            model + ", a single edge", one, new int[][][] {{{1}}}, new int[] {2}, KEY));
    cases.add(
        BatchFixtures.of(
            model + ", duplicate edges and an isolated destination",
            one,
            new int[][][] {{{2, 2, 2, 0}, {}, {3, 3}}},
            new int[] {4},
            KEY));
    cases.add(medium(model));
    if (model.kind() instanceof Gcn) {
      ModelSpec sixteen = model.spec(4, 4, 3, 16, 0f, 0.1f);
      cases.add(BatchFixtures.whole(model + ", 16 layers", sixteen, 5, 2, KEY));
    }
    ModelSpec widening = model.spec(8, 48, 33, 2, 0f, 0.3f);
    cases.add(BatchFixtures.random(model + ", from narrow to wide", widening, 24, 6, KEY));
    return cases;
  }

  /** A step from 120 floats to 7 classes. */
  static BatchCase medium(ContractModel model) {
    ModelSpec narrowing = model.spec(120, 16, 7, 2, 0.5f, 0.5f);
    return BatchFixtures.random(model + ", from wide to narrow", narrowing, 20, 6, KEY);
  }

  /** The same without dropout of the input, so that it can be pushed down. */
  static BatchCase mediumWithoutInputDropout(ContractModel model) {
    ModelSpec narrowing = model.spec(120, 16, 7, 2, 0f, 0.5f);
    return BatchFixtures.random(model + ", no input dropout", narrowing, 20, 6, KEY);
  }

  /** Steps of one and of several layers that widen rows, without any dropout. */
  static List<BatchCase> withoutDropout(ContractModel model) {
    return List.of(
        BatchFixtures.random(model + ", one layer", model.spec(6, 8, 8, 1, 0f, 0f), 9, 4, KEY),
        BatchFixtures.random(model + ", no dropout", model.spec(8, 24, 8, 2, 0f, 0f), 9, 4, KEY),
        BatchFixtures.random(model + ", deep", model.spec(6, 8, 10, 3, 0f, 0f), 9, 3, KEY),
        BatchFixtures.random(
            model + ", deep, dropout", model.spec(6, 8, 10, 3, 0f, 0.5f), 9, 3, KEY));
  }

  /** A step with many pairs. */
  static BatchCase heavyPairs() {
    ModelSpec spec = new ModelSpec(new GraphSage(), 32, 64, 64, 1, 0f, 0f);
    BatchCase step = BatchFixtures.random("heavy pairs", spec, 128, 4, KEY);
    return ContractTask.IN_BATCH.of(step);
  }

  /** A step with large buffers of every sort, so that one that is kept shows in the process. */
  static BatchCase heavy(ContractModel model) {
    ModelSpec spec = model.spec(64, 64, 16, 2, 0.1f, 0.5f);
    return BatchFixtures.random(model + ", heavy", spec, 12, 6, KEY);
  }
}
