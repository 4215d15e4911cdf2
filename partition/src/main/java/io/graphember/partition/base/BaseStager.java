// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stages the version that all pieces of a load are added to, before the first of them: the masters
 * of all partitions, then their edges. An edge is staged as it is stored: one that symmetrising has
 * made is an edge like others.
 *
 * <p>O(V + E log types); one partition is in memory at a time. Used by one thread.
 */
public final class BaseStager {
  private final BaseVersion base;
  private final LongFunction<byte @Nullable []> blocks;
  private final BuildProgress progress;
  private final Cancellation cancellation;

  /**
   * A stager.
   *
   * @param base the header of the staging area is {@link BaseVersion#header}
   * @param blocks gives the block of a key, or null
   * @param progress hears of phase {@code base}
   * @param cancellation looked at before every block
   */
  public BaseStager(
      BaseVersion base,
      LongFunction<byte @Nullable []> blocks,
      BuildProgress progress,
      Cancellation cancellation) {
    this.base = base;
    this.blocks = blocks;
    this.progress = progress;
    this.cancellation = cancellation;
  }

  /**
   * Stages it.
   *
   * @throws GraphemberException with code {@link io.graphember.graph.GraphError#SECTION_CORRUPT},
   *     or {@link io.graphember.graph.GraphError#GRAPH_TOO_LARGE}, or if memory does not suffice
   */
  public void stage(GraphStaging staging) {
    staging.addTo(base);
    stageHere(staging);
    staging.fit();
  }

  private StoredPartition partition(int number, GraphStaging staging) {
    return new StoredPartition(base, number, staging::requireRoom, blocks, cancellation);
  }

  private void stageHere(GraphStaging staging) {
    final int partitions = base.partitions();
    for (int p = 0; p < partitions; p++) {
      List<StoredMasters> masters = partition(p, staging).masters();
      for (int t = 0; t < masters.size(); t++) {
        staging.vertices(t).addStored(masters.get(t).keys());
        staging.columns(t).addStored(masters.get(t), masters.get(t).count());
      }
      progress.at("base", p + 1, 2L * partitions);
    }
    BaseNumbers numbers = new BaseNumbers(masters(staging));
    for (int p = 0; p < partitions; p++) {
      StoredPartition partition = partition(p, staging);
      partition.edges(numbers).stage(staging.edges(), cancellation);
      partition.heldOut(numbers, staging.pairs()::add);
      progress.at("base", partitions + p + 1, 2L * partitions);
    }
  }

  /** How many masters of each vertex type each partition has. */
  private int[][] masters(GraphStaging staging) {
    int[][] masters = new int[base.vertexTypes().size()][base.partitions()];
    for (int t = 0; t < masters.length; t++) {
      PartitionRanges ranges = staging.vertices(t).ranges();
      for (int p = 0; p < masters[t].length; p++) {
        masters[t][p] = ranges.count(p);
      }
    }
    return masters;
  }
}
