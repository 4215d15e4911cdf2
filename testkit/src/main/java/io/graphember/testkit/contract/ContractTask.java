// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a model may be asked to learn: a decoder and a loss. Random classes, labels and pairs.
 *
 * @param name shown by the test runner
 * @param decoder decoder of the model
 * @param maker makes the loss
 */
record ContractTask(String name, DecoderSpec decoder, Maker maker) {
  private static final long KEY = 77;
  private static final int GROUPS = 5;

  /** Makes a loss for so many rows of so many outputs. */
  private interface Maker {
    Loss make(int rows, int outputs);
  }

  private static final DecoderSpec NONE = DecoderSpec.NONE;
  private static final DecoderSpec DOT = DecoderSpec.DOT;

  /** One score for each head and each tail. */
  static final ContractTask IN_BATCH =
      new ContractTask(
          "tails of relations by DistMult",
          DecoderSpec.distMult(2),
          (rows, outputs) -> new Loss.InBatch());

  /** All tasks. */
  static final List<ContractTask> ALL =
      List.of(
          new ContractTask("weighted classes", NONE, ContractTask::weightedClasses),
          new ContractTask("several labels", NONE, ContractTask::labels),
          new ContractTask("values", NONE, ContractTask::values),
          new ContractTask("classes of weighted rows", NONE, weighted(ContractTask::classes)),
          new ContractTask("labels of weighted rows", NONE, weighted(ContractTask::labels)),
          new ContractTask("values of weighted rows", NONE, weighted(ContractTask::values)),
          new ContractTask("links by dot", DOT, ContractTask::labels),
          new ContractTask("margin by dot", DOT, (rows, outputs) -> new Loss.Margin(3, 0.7f)),
          new ContractTask("ranking by dot", DOT, (rows, outputs) -> new Loss.Ranking(3)),
          new ContractTask("links by DistMult", DecoderSpec.distMult(1), ContractTask::labels),
          new ContractTask(
              "ranking of relations by DistMult",
              DecoderSpec.distMult(3),
              (rows, outputs) -> new Loss.Ranking(1)),
          new ContractTask("links by ComplEx", DecoderSpec.complex(1), ContractTask::labels),
          new ContractTask(
              "ranking of relations by ComplEx",
              DecoderSpec.complex(3),
              (rows, outputs) -> new Loss.Ranking(1)),
          new ContractTask(
              "tails of relations by ComplEx",
              DecoderSpec.complex(2),
              (rows, outputs) -> new Loss.InBatch()),
          new ContractTask("tails by dot", DOT, (rows, outputs) -> new Loss.InBatch()),
          IN_BATCH,
          new ContractTask("links by MLP", DecoderSpec.mlp(5, 1), ContractTask::labels),
          new ContractTask("numbers of edges by MLP", DecoderSpec.mlp(5, 1), ContractTask::values),
          new ContractTask(
              "classes of edges by MLP", DecoderSpec.mlp(5, 4), ContractTask::classes));

  /** The step with this task instead of its own; seeds, rows and edges stay. */
  BatchCase of(BatchCase step) {
    ModelSpec spec = step.spec().with(decoder);
    final int seeds = step.batch().seeds();
    Targets targets;
    if (decoder.kind() == DecoderSpec.Kind.NONE) {
      targets = Targets.ofSeeds(maker.make(seeds, spec.outputs()), scale(seeds));
    } else {
      Loss loss = maker.make(0, spec.outputs());
      // Every seed has a score: the number of pairs grows with them, in whole groups.
      int count = seeds == 0 ? 0 : (GROUPS + seeds) * loss.groupRows();
      SeedPairs pairs =
          new SeedPairs(
              count,
              ints(count, 1, seeds),
              ints(count, 2, seeds),
              ints(count, 3, decoder.relations()));
      targets = Targets.ofPairs(pairs, maker.make(count, spec.outputs()), scale(count));
    }
    return new BatchCase(
        step.name() + ", " + name,
        spec,
        step.batch(),
        targets,
        BatchFixtures.parameters(spec, KEY));
  }

  private static float scale(int rows) {
    return rows == 0 ? 1f : 1f / rows;
  }

  private static Loss classes(int rows, int outputs) {
    return new Loss.Classes(ints(rows, 4, outputs), null);
  }

  private static Loss weightedClasses(int rows, int outputs) {
    ByteBuffer weights = DirectBuffers.zeros(outputs);
    for (int j = 0; j < outputs; j++) {
      weights.putFloat(4 * j, 0.5f + j);
    }
    return new Loss.Classes(ints(rows, 4, outputs), weights);
  }

  private static Maker weighted(Maker maker) {
    return (rows, outputs) -> {
      ByteBuffer weights = DirectBuffers.zeros(rows);
      for (int i = 0; i < rows; i++) {
        weights.putFloat(4 * i, 2 * CounterRandom.unitFloat(bits(7, i)));
      }
      return new Loss.Weighted(maker.make(rows, outputs), weights);
    };
  }

  private static Loss labels(int rows, int outputs) {
    ByteBuffer labels = DirectBuffers.zeros(rows * outputs);
    for (int i = 0; i < rows * outputs; i++) {
      labels.putFloat(4 * i, CounterRandom.bounded(bits(5, i), 2));
    }
    return new Loss.Labels(labels);
  }

  private static Loss values(int rows, int outputs) {
    ByteBuffer values = DirectBuffers.zeros(rows * outputs);
    for (int i = 0; i < rows * outputs; i++) {
      values.putFloat(4 * i, 2 * CounterRandom.unitFloat(bits(6, i)) - 1);
    }
    return new Loss.Values(values);
  }

  private static ByteBuffer ints(int count, long stream, int bound) {
    ByteBuffer ints = DirectBuffers.zeros(count);
    for (int i = 0; i < count; i++) {
      ints.putInt(4 * i, CounterRandom.bounded(bits(stream, i), bound));
    }
    return ints;
  }

  private static long bits(long stream, int i) {
    return CounterRandom.bits(CounterRandom.child(KEY, stream), i);
  }

  @Override
  public String toString() {
    return name;
  }
}
