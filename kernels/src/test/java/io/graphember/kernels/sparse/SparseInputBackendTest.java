// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.batch.NarrowModels;
import io.graphember.testkit.contract.BackendContract;
import io.graphember.testkit.reference.ReferenceBackend;
import io.graphember.testkit.reference.ReferenceBackendProvider;
import java.nio.ByteBuffer;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference with sparse input keeps the contract, that of sparse rows included. */
class SparseInputBackendTest extends BackendContract {
  private static final int SEEDS = 700; // shares for several workers

  @Override
  protected BackendProvider provider() {
    ReferenceBackendProvider reference = new ReferenceBackendProvider();
    return new BackendProvider() {
      @Override
      public String name() {
        return reference.name();
      }

      @Override
      public int spiVersion() {
        return reference.spiVersion();
      }

      @Override
      public Backend open(BackendSettings settings) {
        return new SparseInputBackend(reference.open(settings), Workers.CALLER);
      }
    };
  }

  @Override
  protected boolean usesNativeMemory() {
    return false;
  }

  private static BatchCase step(Architecture kind) {
    ModelSpec spec = new ModelSpec(kind, 64, 8, 3, 2, 0.5f, 0.5f);
    return BatchFixtures.random(kind.name(), spec, SEEDS, 3, 5).withZeros().sparse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gcn", "gin", "gat", "rgcn", "gated-gcn"})
  void manyWorkersGiveTheSameBitsAsOne(@ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    ForkJoinPool pool = new ForkJoinPool(3);
    try (Backend one = new SparseInputBackend(new ReferenceBackend(), Workers.CALLER);
        Backend four = new SparseInputBackend(new ReferenceBackend(), new Workers(pool, 4))) {
      assertThat(gradients(four, step(kind))).isEqualTo(gradients(one, step(kind)));
    } finally {
      pool.shutdown();
    }
  }

  private static float[] gradients(Backend backend, BatchCase step) {
    ByteBuffer gradients = step.newGradients();
    try (ModelSession session = backend.open(step.spec())) {
      assertThat(session.takesSparse()).isTrue();
      session.forwardBackward(step.batch(), step.targets(), step.parameters(), gradients, null);
    }
    return DirectBuffers.floats(gradients);
  }

  /** A trainer may have no seeds left in a step that others take. */
  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gat"})
  void anEmptyBatchGivesNoGradients(@ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    ModelSpec spec = new ModelSpec(kind, 64, 8, 3, 2, 0.5f, 0.5f);
    BatchCase step = BatchFixtures.random(kind.name(), spec, 0, 3, 5).sparse();
    try (Backend backend = new SparseInputBackend(new ReferenceBackend(), Workers.CALLER)) {
      assertThat(gradients(backend, step)).containsOnly(0f);
      try (ModelSession session = backend.open(spec)) {
        session.forward(step.batch(), step.parameters(), step.newLogits(), null);
      }
    }
  }

  /** Their first layer looks at its input twice, or by type. */
  @ParameterizedTest
  @ValueSource(strings = {"gatv2", "hgt"})
  void modelsThatNeedDenseRowsAreLeftToTheEngine(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    ModelSpec spec = new ModelSpec(kind, 64, 8, 3, 2, 0, 0);
    try (Backend backend = new SparseInputBackend(new ReferenceBackend(), Workers.CALLER);
        ModelSession session = backend.open(spec)) {
      assertThat(session.takesSparse()).isFalse();
    }
    assertThat(SparseInputBackend.restOfFirstLayer(spec)).isEmpty();
  }

  @Test
  void aClosedSessionTakesNoSparseBatch() {
    BatchCase step = step(new GraphSage());
    try (Backend backend = new SparseInputBackend(new ReferenceBackend(), Workers.CALLER)) {
      ModelSession session = backend.open(step.spec());
      session.close();
      assertThatIllegalStateException()
          .isThrownBy(
              () -> session.forward(step.batch(), step.parameters(), step.newLogits(), null))
          .withMessage("the session is closed");
    }
  }
}
