// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Writes the embeddings of all masters of a node; answers how many there were. */
final class PublishRowsCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final String cache;

  PublishRowsCall(long job, int epoch, String cache) {
    this.job = job;
    this.epoch = epoch;
    this.cache = cache;
  }

  @Override
  protected Long run(NodeParts parts) {
    return parts.publisher().publishRows(parts.live().get(job, epoch), cache);
  }
}
