// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.sampling.fixture.Courier;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.ParameterInitializer;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictorTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(200, 5);
  private final ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
  private final float[] weights = ParameterInitializer.initialize(spec.layout(), 3);

  private static TrainingParameters parameters(int batchSize, int fanout) {
    HopRules rules = HopRules.in(fanout, fanout);
    return new TrainingParameters(
        7,
        1,
        8,
        rules,
        rules,
        batchSize,
        OptimizerPlan.sgd(1, 0),
        0,
        2,
        true,
        false,
        Objective.CLASSIFICATION,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Logits, then embeddings, of all masters of all partitions. */
  private float[][] predict(TrainingParameters parameters, Placement placement) {
    return JOB.run(
            spec,
            placement,
            (context, session) -> {
              int vertices = (int) JOB.graph().summary().vertices();
              FloatBuffer logits = FloatBuffer.allocate(vertices * 3);
              FloatBuffer embeddings = FloatBuffer.allocate(vertices * spec.embeddingDim());
              long[] next = {0}; // of all, as every partition has some
              List<Predictor.Masters> all = new ArrayList<>();
              for (int p = 0; p < JOB.graph().partitions(); p++) {
                final int masters = JOB.graph().partition(p).topology().masters();
                final long before = next[0];
                next[0] += masters;
                all.add(
                    new Predictor.Masters(
                        p,
                        0,
                        masters,
                        new long[0],
                        (first, count, logitRows, embeddingRows) -> {
                          assertThat(before + first).isEqualTo(logits.position() / 3);
                          logits.put(logitRows.asFloatBuffer().slice(0, 3 * count));
                          embeddings.put(
                              embeddingRows.asFloatBuffer().slice(0, spec.embeddingDim() * count));
                        }));
              }
              assertThat(
                      new Predictor(context, parameters, session, weights).predict(all.iterator()))
                  .isEqualTo(next[0]);
              assertThat(logits.remaining()).isZero();
              return new float[][] {logits.array(), embeddings.array()};
            })
        .get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, -1, 0})
  void resultsDependNeitherOnHostsNorOnTheOrderOfReplies(int fanout) {
    float[][] expected = predict(parameters(16, fanout), Placement.of(1, 1));
    assertThat(expected[1]).hasSize(200 * 8);
    for (int hosts : List.of(1, 2, 3)) {
      assertThat(predict(parameters(16, fanout), Placement.of(hosts, 1))).isDeepEqualTo(expected);
    }
    Placement shuffled = new Placement(3, 1, Courier.shuffled(5), Cancellation.NEVER);
    assertThat(predict(parameters(16, fanout), shuffled)).isDeepEqualTo(expected);
  }

  @Test
  void withAllNeighborsTheBatchSizeLeavesNoTrace() {
    float[][] small = predict(parameters(7, -1), Placement.of(2, 1));
    float[][] large = predict(parameters(1024, -1), Placement.of(2, 1));
    for (int part = 0; part < 2; part++) {
      for (int i = 0; i < small[part].length; i++) {
        assertThat(Math.abs(small[part][i] - large[part][i])).isLessThan(1e-5f);
      }
    }
  }
}
