// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.embedding.PassReport;
import jakarta.inject.Inject;

/**
 * Runs one trainer of embeddings for a stretch of steps; answers tokens, pairs, loss, pairs of the
 * loss, and seconds waited.
 */
final class EmbedCall extends NodeCall<double[]> {
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
  protected double[] run() {
    LiveJob live = jobs.get(job, epoch);
    try {
      PassReport report = embedders.run(live, rank, masters, from, to);
      return new double[] {
        report.walked(), report.pairs(), report.loss(), report.lossPairs(), report.waitSeconds()
      };
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, publisher);
    }
  }

  /** What was answered. */
  static PassReport report(double[] answer) {
    return new PassReport(
        (long) answer[0], (long) answer[1], answer[2], (long) answer[3], answer[4]);
  }
}
