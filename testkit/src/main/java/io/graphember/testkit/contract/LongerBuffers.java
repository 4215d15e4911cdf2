// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The same step in buffers with room to spare, as a sampler that reuses them sends it. */
final class LongerBuffers {
  private static final int SPARE = 7;

  private LongerBuffers() {}

  static BatchCase of(BatchCase step) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : step.batch().blocks()) {
      blocks.add(BatchFixtures.withBuffers(block, LongerBuffers::longer));
    }
    BatchInput.Rows rows = (BatchInput.Rows) step.batch().input();
    BatchInput input = new BatchInput.Rows(longer(rows.rows()));
    return new BatchCase(
        step.name(),
        step.spec(),
        new MiniBatch(blocks, input, step.batch().dropoutKey()),
        BatchFixtures.withBuffers(step.targets(), LongerBuffers::longer),
        longer(step.parameters()));
  }

  private static ByteBuffer longer(ByteBuffer buffer) {
    ByteBuffer longer = DirectBuffers.zeros(buffer.capacity() / 4 + SPARE);
    longer.put(0, buffer, 0, buffer.capacity());
    return longer;
  }
}
