// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.embedding.PassReport;

/**
 * Runs one trainer of embeddings for a stretch of steps; answers tokens, pairs, loss, pairs of the
 * loss, and seconds waited.
 */
final class EmbedCall extends NodeCall<double[]> {
  private static final long serialVersionUID = 1L;

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
  protected double[] run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    try {
      PassReport report = parts.embedders().run(live, rank, masters, from, to);
      return new double[] {
        report.walked(), report.pairs(), report.loss(), report.lossPairs(), report.waitSeconds()
      };
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, parts.publisher());
    }
  }

  /** What was answered. */
  static PassReport report(double[] answer) {
    return new PassReport(
        (long) answer[0], (long) answer[1], answer[2], (long) answer[3], answer[4]);
  }
}
