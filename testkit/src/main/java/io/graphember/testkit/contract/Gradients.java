// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.ModelSession;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.gradient.FiniteDifference;
import java.nio.ByteBuffer;
import java.util.function.DoubleSupplier;

/** Gradients compared with differences of the loss. */
final class Gradients {
  /** Half of the distance of two differenced points, and the error that it and float32 cause. */
  private static final float STEP = 0x1p-9f;

  private static final float NEAR_STEP = 0x1p-13f;
  private static final double TOLERANCE = 1e-2;

  private Gradients() {}

  /** The loss of a step as a function of what is in its buffers. */
  static DoubleSupplier loss(ModelSession session, BatchCase step) {
    ByteBuffer ignored = step.newGradients();
    return () ->
        step.targets().scale()
            * session
                .forwardBackward(step.batch(), step.targets(), step.parameters(), ignored, null)
                .lossSum();
  }

  /** By every element; of the reference's loss, which is computed in a hundredth of the time. */
  static void assertIsGradient(DoubleSupplier loss, ByteBuffer point, float[] actual) {
    double[] expected = FiniteDifference.gradient(loss, point, actual.length, STEP);
    double bound = Closeness.bound(expected, TOLERANCE);
    for (int i = 0; i < actual.length; i++) {
      if (Math.abs(actual[i] - expected[i]) > bound) {
        // A kink of the function may lie between the two points, but not at the point itself.
        expected[i] = FiniteDifference.derivative(loss, point, i, NEAR_STEP);
      }
    }
    Closeness.assertClose("gradient", actual, expected, TOLERANCE);
  }

  /** By all elements at once, along the gradient itself; of the backend's own loss. */
  static void assertIsSlope(DoubleSupplier loss, ByteBuffer point, float[] gradient) {
    float largest = 0;
    for (float value : gradient) {
      largest = Math.max(largest, Math.abs(value));
    }
    final float[] direction = gradient.clone();
    double slope = 0;
    for (int i = 0; largest > 0 && i < direction.length; i++) {
      direction[i] /= largest;
      slope += (double) gradient[i] * direction[i];
    }
    final double[] expected = {FiniteDifference.along(loss, point, direction, STEP)};
    if (Math.abs(slope - expected[0]) > Closeness.bound(expected, TOLERANCE)) {
      expected[0] = FiniteDifference.along(loss, point, direction, NEAR_STEP);
    }
    Closeness.assertClose(
        "gradient along itself", new float[] {(float) slope}, expected, TOLERANCE);
  }
}
