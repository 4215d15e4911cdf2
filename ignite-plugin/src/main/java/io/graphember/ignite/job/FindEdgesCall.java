// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import java.util.Arrays;
import java.util.List;

/** Asks the owner of partitions which ends of test edges are masters there. */
final class FindEdgesCall extends NodeCall<long[][]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final int[] partitions;
  private final byte[] pieces;

  FindEdgesCall(long job, int epoch, List<Integer> partitions, byte[] pieces) {
    this.job = job;
    this.epoch = epoch;
    this.partitions = partitions.stream().mapToInt(Integer::intValue).toArray();
    this.pieces = pieces;
  }

  @Override
  protected long[][] run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    TestEdgeKeys edges = TestEdgeKeys.decode(pieces, live.graph());
    return Arrays.stream(partitions)
        .mapToObj(p -> edges.find(live.partition(p)))
        .toArray(long[][]::new);
  }
}
