// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.memory.DirectBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The direct buffers of one mini-batch, used again by a later one. Belongs to one batch at a time,
 * from its assembly until the backend has returned.
 */
public final class BatchBuffers implements AutoCloseable {
  final DirectBuffer rows = new DirectBuffer();
  final DirectBuffer aggregated = new DirectBuffer();
  private final List<HopBuffers> hops = new ArrayList<>();

  /** Buffers of one block. */
  static final class HopBuffers {
    final DirectBuffer offsets = new DirectBuffer();
    final DirectBuffer neighbors = new DirectBuffer();
    final DirectBuffer edgeWeights = new DirectBuffer();
    final DirectBuffer selfWeights = new DirectBuffer();
    final DirectBuffer edgeFeatures = new DirectBuffer();
    final DirectBuffer edgeTypes = new DirectBuffer();
    final DirectBuffer vertexTypes = new DirectBuffer();

    private void close() {
      Stream.of(offsets, neighbors, edgeWeights, selfWeights, edgeFeatures, edgeTypes, vertexTypes)
          .forEach(DirectBuffer::close);
    }
  }

  HopBuffers hop(int layer) {
    while (hops.size() <= layer) {
      hops.add(new HopBuffers());
    }
    return hops.get(layer);
  }

  /** Frees the memory of the last batch, which nobody looks at any more. */
  @Override
  public void close() {
    rows.close();
    aggregated.close();
    hops.forEach(HopBuffers::close);
  }
}
