// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.asserting;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.reference.ReferenceBackend;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.junit.jupiter.api.Test;

class AssertingBackendTest {
  private static final ModelSpec SPEC = new ModelSpec(new GraphSage(), 4, 6, 3, 2, 0, 0);

  private final BatchCase step = BatchFixtures.random("step", SPEC, 4, 3, 5);

  private StepResult step(MiniBatch batch, ByteBuffer parameters, ByteBuffer gradients) {
    try (ModelSession session = new ReferenceBackend().open(SPEC)) {
      return session.forwardBackward(batch, step.targets(), parameters, gradients, null);
    }
  }

  @Test
  void buffersAreDirectAndLongEnough() {
    final int bytes = step.newGradients().capacity();
    assertThatThrownBy(() -> step(step.batch(), step.parameters(), ByteBuffer.allocate(bytes)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("gradients is no direct buffer");
    assertThatThrownBy(
            () -> step(step.batch(), step.parameters(), ByteBuffer.allocateDirect(bytes)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("gradients is in byte order BIG_ENDIAN");
    assertThatThrownBy(() -> step(step.batch(), step.newLogits(), step.newGradients()))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "parameters holds %d bytes, needs %d".formatted(step.newLogits().capacity(), bytes));
    ByteBuffer moved = step.newGradients();
    moved.position(4);
    assertThatThrownBy(() -> step(step.batch(), step.parameters(), moved))
        .hasMessage("gradients begins at 4");
  }

  @Test
  void numbersOfBlocksLeadSomewhere() {
    MiniBatch batch = step.batch();
    final int sources = batch.blocks().get(0).sources();
    batch.blocks().get(0).neighbors().putInt(0, sources);
    assertThatThrownBy(() -> step(batch, step.parameters(), step.newGradients()))
        .isInstanceOf(AssertionError.class)
        .hasMessage("source of edge 0 is %d of %d".formatted(sources, sources));
    batch.blocks().get(0).neighbors().putInt(0, 0);
    batch.blocks().get(0).offsets().putInt(4, -1);
    assertThatThrownBy(() -> step(batch, step.parameters(), step.newGradients()))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("destination 0 has the edges 0 to -2 of ");
  }

  @Test
  void rowsAreDirect() {
    ByteBuffer rows = ((BatchInput.Rows) step.batch().input()).rows();
    BatchInput heap = new BatchInput.Rows(ByteBuffer.allocate(rows.capacity()));
    MiniBatch batch = new MiniBatch(step.batch().blocks(), heap, 1);
    assertThatThrownBy(() -> step(batch, step.parameters(), step.newGradients()))
        .isInstanceOf(AssertionError.class)
        .hasMessage("rows is no direct buffer");
  }

  @Test
  void sessionsAreClosedBeforeTheirBackend() {
    AssertingBackend backend = new AssertingBackend(new ReferenceBackend());
    backend.open(SPEC).close();
    ModelSession left = backend.open(SPEC);
    assertThatThrownBy(backend::close)
        .isInstanceOf(AssertionError.class)
        .hasMessage("1 sessions of reference are open while it is closed");
    left.close();
    backend.close();
  }

  @Test
  void aSessionHasOneUserAtATime() throws InterruptedException {
    CountDownLatch within = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    ModelSession slow =
        (ModelSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ModelSession.class},
                (proxy, method, arguments) -> {
                  within.countDown();
                  leave.await();
                  return null;
                });
    ModelSession session = new AssertingSession(slow);
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      ForkJoinTask<?> first = pool.submit(session::close);
      within.await();
      assertThatThrownBy(session::close)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("uses a session that");
      leave.countDown();
      first.join();
    } finally {
      leave.countDown();
      pool.shutdown();
    }
  }
}
