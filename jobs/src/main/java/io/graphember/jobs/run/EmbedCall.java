// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.Json;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.embedding.PassReport;
import jakarta.inject.Inject;

/** Runs one trainer of embeddings for a stretch of steps; answers a {@link PassReport} as JSON. */
final class EmbedCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  @Inject private transient EmbeddingRunner embedders;
  @Inject private transient LiveStore jobs;
  @Inject private transient Publisher publisher;

  private final long job;
  private final int epoch;
  private final int rank;
  private final long[] masters;
  private final long from;
  private final long to;

  EmbedCall(long job, int epoch, int rank, long[] masters, long from, long to) {
    this.job = job;
    this.epoch = epoch;
    this.rank = rank;
    this.masters = masters;
    this.from = from;
    this.to = to;
  }

  @Override
  public String run() {
    LiveJob live = jobs.get(job, epoch);
    try {
      return Json.write(embedders.run(live, rank, masters, from, to));
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, publisher);
    }
  }

  /** What was answered. */
  static PassReport report(String answer) {
    return Json.read(answer, PassReport.class);
  }
}
