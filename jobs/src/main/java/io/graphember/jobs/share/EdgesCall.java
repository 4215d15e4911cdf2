// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks a share for edges of a partition. */
final class EdgesCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;
  private final int partition;
  private final int first;

  EdgesCall(long load, int partition, int first) {
    this.load = load;
    this.partition = partition;
    this.first = first;
  }

  @Override
  public byte[] run() {
    return shares.get(load).work(edges -> edges.edges(partition, first));
  }
}
