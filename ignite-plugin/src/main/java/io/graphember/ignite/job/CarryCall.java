// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Json;
import io.graphember.ignite.catalog.StoredEmbedding;
import io.graphember.ignite.live.GivenRows;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/**
 * Gives the tables of a node the rows that another job has left; answers the ids of the vertices
 * that it had none of.
 */
final class CarryCall extends NodeCall<long[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Ignite ignite;
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
  protected long[] run() {
    return new GivenRows(ignite, jobs.get(job, epoch), Json.read(given, StoredEmbedding.class))
        .carry();
  }
}
