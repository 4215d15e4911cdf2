// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;

/** Masters always at the same places, edges at random ones; parallel edges together. */
public final class DealtEdges implements Partitioner {
  private final int deal;

  /** One deal of several. */
  public DealtEdges(int deal) {
    this.deal = deal;
  }

  @Override
  public String name() {
    return "dealt";
  }

  @Override
  public String description() {
    return "dealt";
  }

  @Override
  public long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return 0;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    int[] sources = new int[64];
    int[] destinations = new int[64];
    int[] partitions = new int[64];
    for (int n = edges.read(sources, destinations); n > 0; n = edges.read(sources, destinations)) {
      for (int i = 0; i < n; i++) {
        long bits = CounterRandom.bits(deal, (long) sources[i] << 32 | destinations[i]);
        partitions[i] = CounterRandom.bounded(bits, request.partitions());
      }
      sink.assignEdges(partitions, n);
    }
    for (int v = 0; v < edges.vertices(); v++) {
      sink.assignMaster(v, v % request.partitions());
    }
  }
}
