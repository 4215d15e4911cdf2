// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class FiniteDifferenceTest {
  @Test
  void differentiatesAPolynomial() {
    ByteBuffer point = DirectBuffers.ofFloats(2f, -3f, 9f);
    DoubleSupplier function =
        () -> {
          double x = point.getFloat(0);
          double y = point.getFloat(4);
          return x * x * y + 5 * y;
        };
    double[] gradient = FiniteDifference.gradient(function, point, 2, 1e-3f);
    assertThat(gradient).hasSize(2);
    assertThat(gradient[0]).isCloseTo(2 * 2 * -3, within(1e-6));
    assertThat(gradient[1]).isCloseTo(2 * 2 + 5, within(1e-6));
    assertThat(FiniteDifference.along(function, point, new float[] {1, -0.5f}, 0x1p-10f))
        .isCloseTo(gradient[0] - gradient[1] / 2, within(1e-5));
    assertThat(DirectBuffers.floats(point)).containsExactly(2f, -3f, 9f);
  }
}
