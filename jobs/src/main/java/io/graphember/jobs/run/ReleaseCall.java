// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.Json;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Frees a job's slabs on a node; answers what the node did for the job, as JSON, or null. */
final class ReleaseCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient Cluster cluster;

  private final long job;
  private final int epoch;

  ReleaseCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  public String run() {
    LiveJob live = jobs.find(job);
    String counts =
        live == null
            ? null
            : Json.write(live.counts(cluster.local().name(), cluster.local().clientPort()));
    jobs.release(job, epoch);
    return counts;
  }
}
