// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/** Drives a partitioner that looks at one edge at a time, a batch of edges after the other. */
public final class EdgeBatches {
  private static final int BATCH = 8192;

  private EdgeBatches() {}

  /** Assigns a batch of edges. */
  @FunctionalInterface
  public interface Rule {
    /** Fills {@code assigned[0 .. count - 1]}. */
    void assign(int[] sources, int[] destinations, int[] assigned, int count);
  }

  /** Reads all edges and sends the answer to the sink. */
  public static void assign(
      EdgeStream edges, PartitioningRequest request, AssignmentSink sink, Rule rule) {
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] assigned = new int[BATCH];
    long done = 0;
    edges.rewind();
    for (int count = edges.read(sources, destinations);
        count > 0;
        count = edges.read(sources, destinations)) {
      request.cancellation().check();
      request.progress().at("stream", done, edges.edges());
      rule.assign(sources, destinations, assigned, count);
      sink.assignEdges(assigned, count);
      done += count;
    }
  }
}
