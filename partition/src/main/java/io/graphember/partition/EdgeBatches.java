// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/** Drives a partitioner that looks at one edge at a time, a batch of edges after the other. */
public final class EdgeBatches {
  private static final int BATCH = 8192;

  private EdgeBatches() {}

  /** Takes a batch of edges. */
  @FunctionalInterface
  public interface Reader {
    /** The first so many entries count. */
    void take(int[] sources, int[] destinations, int count);
  }

  /**
   * Reads all edges, from the first on.
   *
   * @param phase what the progress calls it
   */
  public static void read(
      EdgeStream edges, PartitioningRequest request, String phase, Reader reader) {
    final int[] sources = new int[BATCH];
    final int[] destinations = new int[BATCH];
    long done = 0;
    edges.rewind();
    for (int count = edges.read(sources, destinations);
        count > 0;
        count = edges.read(sources, destinations)) {
      request.cancellation().check();
      request.progress().at(phase, done, edges.edges());
      reader.take(sources, destinations, count);
      done += count;
    }
  }

  /** Assigns a batch of edges. */
  @FunctionalInterface
  public interface Rule {
    /** Fills {@code assigned[0 .. count - 1]}. */
    void assign(int[] sources, int[] destinations, int[] assigned, int count);
  }

  /** Reads all edges and sends the answer to the sink. */
  public static void assign(
      EdgeStream edges, PartitioningRequest request, AssignmentSink sink, Rule rule) {
    final int[] assigned = new int[BATCH];
    read(
        edges,
        request,
        "stream",
        (sources, destinations, count) -> {
          rule.assign(sources, destinations, assigned, count);
          sink.assignEdges(assigned, count);
        });
  }
}
