// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Json;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.node.LocalNode;
import io.graphember.ignite.transport.NodeCall;
import jakarta.inject.Inject;

/** Frees a job's slabs on a node; answers what the node did for the job, as JSON, or null. */
final class ReleaseCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient LocalNode node;

  private final long job;
  private final int epoch;

  ReleaseCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  protected String run() {
    LiveJob live = jobs.find(job);
    String counts = live == null ? null : Json.write(live.counts(node.name(), node.clientPort()));
    jobs.release(job, epoch);
    return counts;
  }
}
