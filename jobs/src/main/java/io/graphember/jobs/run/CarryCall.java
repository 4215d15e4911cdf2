// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.Json;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.GivenRows;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/**
 * Gives the tables of a node the rows that another job has left; answers the ids of the vertices
 * that it had none of.
 */
final class CarryCall extends NodeCall<long[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Caches caches;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final String given;

  CarryCall(long job, int epoch, StoredEmbedding given) {
    this.job = job;
    this.epoch = epoch;
    this.given = Json.write(given);
  }

  @Override
  public long[] run() {
    return new GivenRows(caches, jobs.get(job, epoch), Json.read(given, StoredEmbedding.class))
        .carry();
  }
}
