// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class MiniBatchTest {
  private static final BatchInput INPUT = new BatchInput.Rows(buffer(100));

  @Test
  void destinationsOfABlockAreTheSourcesOfTheNext() {
    MiniBatch batch = new MiniBatch(List.of(mean(5, 9, 4), mean(2, 5, 3)), INPUT, 0);
    assertThat(batch.seeds()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MiniBatch(List.of(mean(5, 9, 4), mean(2, 6, 3)), INPUT, 0))
        .withMessage("block 0 has 5 destinations, but block 1 has 6 sources");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MiniBatch(List.of(), INPUT, 0))
        .withMessageContaining("at least one block");
  }

  @Test
  void aBlockChecksItsCounts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> mean(3, 2, 0))
        .withMessageContaining("destinations=3 sources=2");
    assertThatIllegalArgumentException().isThrownBy(() -> mean(1, 1, -1));
  }

  @Test
  void aBlockChecksTheLengthsOfItsBuffers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(3, 3, 1, buffer(3), buffer(1), null, null))
        .withMessage("offsets holds 12 bytes, needs 16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(3, 3, 2, buffer(4), buffer(1), null, null))
        .withMessageContaining("neighbors");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(3, 3, 1, buffer(4), buffer(1), buffer(1), buffer(2)))
        .withMessageContaining("selfWeights");
  }

  @Test
  void weightsComeTogether() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(1, 1, 1, buffer(2), buffer(1), buffer(1), null))
        .withMessageContaining("come together");
    assertThat(new Block(1, 1, 1, buffer(2), buffer(1), buffer(1), buffer(1)).weighted()).isTrue();
    assertThat(mean(1, 1, 1).weighted()).isFalse();
  }

  private static Block mean(int destinations, int sources, int edges) {
    return new Block(
        destinations,
        sources,
        edges,
        buffer(destinations + 1),
        buffer(Math.max(edges, 0)),
        null,
        null);
  }

  private static ByteBuffer buffer(int elements) {
    return ByteBuffer.allocateDirect(4 * elements);
  }
}
