// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Computes and writes the results of partitions' masters; answers how many there were. */
final class PublishCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient Publisher publisher;

  private final long job;
  private final int epoch;
  private final int[] partitions;
  private final float[] parameters;
  private final VertexCaches caches;

  PublishCall(long job, int epoch, int[] partitions, float[] parameters, VertexCaches caches) {
    this.job = job;
    this.epoch = epoch;
    this.partitions = partitions;
    this.parameters = parameters;
    this.caches = caches;
  }

  @Override
  public Long run() {
    return publisher.publish(jobs.get(job, epoch), partitions, parameters, caches);
  }
}
