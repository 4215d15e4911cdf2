// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import java.util.List;

/** All benchmarks. */
final class Benchmarks {
  private static final List<Benchmark> ALL =
      List.of(
          new Limits(),
          new Memory(),
          new Ingest(),
          new TableLoads(),
          new Additions(),
          new Keys(),
          new Partition(),
          new Communities(),
          new MultilevelCuts(),
          new Epoch(),
          new Scale(),
          new Scaling(),
          new Topology(),
          new Sparse(),
          new Guard(),
          new Watching(),
          new Beside(),
          new Follow(),
          new Doors(),
          new Similar(),
          new Predict(),
          new Candidates(),
          new RowStore(),
          new Store(),
          new Sampling(),
          new Assembly(),
          new Storage(),
          new Locality(),
          new Tensor(),
          new Embed(),
          new Step(),
          new SlowTrainer(),
          new Inference(),
          new Updates(),
          new GlobalBatch(),
          new SmallGraph());

  private Benchmarks() {}

  static List<Benchmark> all() {
    return ALL;
  }

  /**
   * The benchmark of that name.
   *
   * @throws IllegalArgumentException with the names that exist
   */
  static Benchmark get(String name) {
    for (Benchmark benchmark : ALL) {
      if (benchmark.name().equals(name)) {
        return benchmark;
      }
    }
    throw new IllegalArgumentException(
        "there is no benchmark '%s', there are %s"
            .formatted(name, String.join(", ", ALL.stream().map(Benchmark::name).toList())));
  }
}
