// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSageConcat;
import io.graphember.spi.model.layer.GraphSageLstm;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The class of a vertex is that of its first neighbour. Of the four pairs of neighbours two differ
 * in their order alone, so whoever adds neighbours up is wrong about one of them at least.
 */
class NeighborOrderTaskTest {
  private static final int STEPS = 400;
  private static final float RATE = 1;

  @Test
  void onlyAModelOfNeighborsInOrderLearnsWhichIsTheFirst() {
    for (Architecture kind : List.of(new GraphSageLstm(2), new GraphSageConcat(2))) {
      assertThat(rightAnswers(kind)).as(kind.name()).isEqualTo(4);
    }
    for (Architecture kind : List.of(new GraphSage(), new GraphSagePool())) {
      assertThat(rightAnswers(kind)).as(kind.name()).isLessThan(4);
    }
  }

  private static int rightAnswers(Architecture kind) {
    ModelSpec spec = new ModelSpec(kind, 1, 6, 2, 1, 0, 0);
    int[][][] neighbors = {{{4, 4}, {4, 5}, {5, 4}, {5, 5}}};
    BatchCase random = BatchFixtures.of(kind.name(), spec, neighbors, new int[] {6}, 7);
    MiniBatch batch =
        new MiniBatch(
            random.batch().blocks(),
            new BatchInput.Rows(DirectBuffers.ofFloats(new float[] {0, 0, 0, 0, -1, 1})),
            1);
    Targets targets = Targets.classes(DirectBuffers.ofInts(new int[] {0, 0, 1, 1}), 0.25f);
    ByteBuffer parameters = random.parameters();
    ByteBuffer gradients = random.newGradients();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      for (int step = 0; step < STEPS; step++) {
        session.forwardBackward(batch, targets, parameters, gradients, null);
        for (int at = 0; at < parameters.capacity(); at += Float.BYTES) {
          parameters.putFloat(at, parameters.getFloat(at) - RATE * gradients.getFloat(at));
        }
      }
      return session.forwardBackward(batch, targets, parameters, gradients, null).correct();
    }
  }
}
