// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Writes the embeddings of all masters of a node; answers how many there were. */
final class PublishRowsCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient Publisher publisher;

  private final long job;
  private final int epoch;
  private final String cache;

  PublishRowsCall(long job, int epoch, String cache) {
    this.job = job;
    this.epoch = epoch;
    this.cache = cache;
  }

  @Override
  public Long run() {
    return publisher.publishRows(jobs.get(job, epoch), cache);
  }
}
