// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import java.util.ArrayList;
import java.util.List;

/** The steps that a backend has to take, for one model family. */
final class ContractCases {
  private static final long KEY = 20_261_120;

  private ContractCases() {}

  /** One to four layers, small enough to differentiate by every parameter and input. */
  static List<BatchCase> tiny(ModelKind kind) {
    List<BatchCase> cases = new ArrayList<>();
    for (int layers = 1; layers <= ModelSpec.MAX_LAYERS; layers++) {
      ModelSpec spec = new ModelSpec(kind, 4, 5, 3, layers, 0f, 0f);
      String name = "%s, %d layers".formatted(kind, layers);
      cases.add(BatchFixtures.random(name, spec, 3, 2, KEY + layers));
    }
    ModelSpec masked = new ModelSpec(kind, 4, 5, 3, 2, 0.25f, 0.5f);
    cases.add(BatchFixtures.random(kind + ", dropout", masked, 3, 2, KEY));
    return cases;
  }

  /** What a sampler may send, and the shapes that decide how a backend computes it. */
  static List<BatchCase> all(ModelKind kind) {
    List<BatchCase> cases = tiny(kind);
    ModelSpec two = new ModelSpec(kind, 6, 5, 4, 2, 0f, 0f);
    cases.add(BatchFixtures.random(kind + ", empty batch", two, 0, 3, KEY));
    cases.add(BatchFixtures.random(kind + ", no edges", two, 5, 0, KEY));
    ModelSpec one = new ModelSpec(kind, 6, 1, 4, 1, 0f, 0f);
    cases.add(
        BatchFixtures.of(kind + ", a single edge", one, new int[][][] {{{1}}}, new int[] {2}, KEY));
    cases.add(
        BatchFixtures.of(
            kind + ", duplicate edges and an isolated destination",
            one,
            new int[][][] {{{2, 2, 2, 0}, {}, {3, 3}}},
            new int[] {4},
            KEY));
    cases.add(medium(kind));
    ModelSpec widening = new ModelSpec(kind, 8, 48, 33, 2, 0f, 0.3f);
    cases.add(BatchFixtures.random(kind + ", from narrow to wide", widening, 24, 6, KEY));
    return cases;
  }

  /** A step from 120 floats to 7 classes. */
  static BatchCase medium(ModelKind kind) {
    ModelSpec narrowing = new ModelSpec(kind, 120, 16, 7, 2, 0.5f, 0.5f);
    return BatchFixtures.random(kind + ", from wide to narrow", narrowing, 40, 8, KEY);
  }

  /** The same without dropout of the input, so that it can be pushed down. */
  static BatchCase mediumWithoutInputDropout(ModelKind kind) {
    ModelSpec narrowing = new ModelSpec(kind, 120, 16, 7, 2, 0f, 0.5f);
    return BatchFixtures.random(kind + ", no input dropout", narrowing, 40, 8, KEY);
  }

  /** A step with large buffers of every sort, so that one that is kept shows in the process. */
  static BatchCase heavy(ModelKind kind) {
    ModelSpec spec = new ModelSpec(kind, 128, 256, 16, 2, 0.1f, 0.5f);
    return BatchFixtures.random(kind + ", heavy", spec, 64, 8, KEY);
  }
}
