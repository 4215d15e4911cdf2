// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.GivenRows;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.NeighborMeans;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Computes the rows of a node's new vertices from those of their neighbours, or puts them in place:
 * the first on all nodes before the second on any. Answers how many there were.
 */
final class MeansCall extends NodeCall<Integer> {
  private static final long serialVersionUID = 1L;

  @Inject private transient EmbeddingRunner embedders;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final long[] added;

  /**
   * A call.
   *
   * @param added ids of all new vertices, ascending; null to put rows in place
   */
  MeansCall(long job, int epoch, long[] added) {
    this.job = job;
    this.epoch = epoch;
    this.added = added;
  }

  @Override
  public Integer run() {
    LiveJob live = jobs.get(job, epoch);
    List<TableSpec> tables = LiveTables.parameters(live).tables();
    if (added != null) {
      NeighborMeans.Rows rows = embedders.means(live, tables, added);
      live.tables().keep(rows);
      return rows.vids().length;
    }
    NeighborMeans.Rows kept = live.tables().kept();
    GivenRows.put(live, tables, kept.vids(), kept.rows());
    return kept.vids().length;
  }
}
