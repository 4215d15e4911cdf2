// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.batch.BatchBuffers;
import io.graphember.spi.backend.MiniBatch;

/** A sampled and assembled batch, and the buffers it lives in. */
final class PreparedBatch {
  final BatchBuffers buffers = new BatchBuffers();
  final DirectBuffer labels = new DirectBuffer();
  BatchTask task;
  MiniBatch batch;
}
