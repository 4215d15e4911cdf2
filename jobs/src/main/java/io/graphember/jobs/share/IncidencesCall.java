// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks a share for the edges of a partition by vertex. */
final class IncidencesCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;
  private final int partition;
  private final int firstVertex;

  IncidencesCall(long load, int partition, int firstVertex) {
    this.load = load;
    this.partition = partition;
    this.firstVertex = firstVertex;
  }

  @Override
  public byte[] run() {
    return shares.get(load).work(edges -> edges.incidences(partition, firstVertex));
  }
}
