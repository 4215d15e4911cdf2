// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import java.util.concurrent.atomic.LongAdder;

/** A partition that lies in this process, as operators read it. Safe for use by several threads. */
public final class ResidentPartition {
  private final int number;
  private final PartitionTopology topology;
  private final EdgeData edgeData;
  private final LongAdder gathers = new LongAdder();

  /**
   * A partition.
   *
   * @param number its number
   * @param topology its edges
   * @param edgeData what they carry
   */
  public ResidentPartition(int number, PartitionTopology topology, EdgeData edgeData) {
    this.number = number;
    this.topology = topology;
    this.edgeData = edgeData;
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** Its edges. */
  public PartitionTopology topology() {
    return topology;
  }

  /** What its edges carry. */
  public EdgeData edgeData() {
    return edgeData;
  }

  /** Counts a gather. */
  public void gathered() {
    gathers.increment();
  }

  /** How many gathers there were. */
  public long gathers() {
    return gathers.sum();
  }
}
