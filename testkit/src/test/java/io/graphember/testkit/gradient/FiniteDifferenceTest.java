// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FiniteDifferenceTest {
  @Test
  void differentiatesAPolynomial() {
    ByteBuffer point = DirectBuffers.ofFloats(2f, -3f, 9f);
    double[] gradient =
        FiniteDifference.gradient(
            () -> {
              double x = point.getFloat(0);
              double y = point.getFloat(4);
              return x * x * y + 5 * y;
            },
            point,
            2,
            1e-3f);
    assertThat(gradient).hasSize(2);
    assertThat(gradient[0]).isCloseTo(2 * 2 * -3, within(1e-6));
    assertThat(gradient[1]).isCloseTo(2 * 2 + 5, within(1e-6));
    assertThat(DirectBuffers.floats(point)).containsExactly(2f, -3f, 9f);
  }
}
