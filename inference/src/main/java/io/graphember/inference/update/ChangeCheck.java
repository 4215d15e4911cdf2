// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks what is said of a change against the partitions of this process, before it is begun.
 *
 * @param before partitions by number as they were; null for others
 * @param next the same as they are now
 */
record ChangeCheck(InferencePartition[] before, InferencePartition[] next) {
  /**
   * Refuses a change that does not fit.
   *
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  void require(ChangedGraph of) {
    for (int p = 0; p < before.length; p++) {
      if (before[p] != null
          && (p >= next.length
              || next[p] == null
              || next[p].topology().masters() < before[p].topology().masters())) {
        throw UpdateAnswers.refused("partition %d has fewer vertices than before".formatted(p));
      }
    }
    final long[] fresh = Arrays.stream(of.created()).sorted().toArray();
    for (int p = 0; p < next.length; p++) {
      final int masters = next[p] == null ? 0 : next[p].topology().masters();
      final int known = next[p] == null || p >= before.length ? 0 : masters(before[p]);
      for (int master = known; master < masters; master++) {
        if (Arrays.binarySearch(fresh, Vid.of(p, master)) < 0) {
          throw UpdateAnswers.refused(
              "vertex %d of partition %d is new, but not named".formatted(master, p));
        }
      }
    }
    for (ChangedEdges edges : List.of(of.added(), of.removed())) {
      for (int e = 0; e < edges.count(); e++) {
        requireVertex(edges.sources()[e]);
        requireVertex(edges.destinations()[e]);
        requirePartition(edges.partitions()[e]);
      }
    }
    for (long[] vids : List.of(of.changed(), of.created(), of.deleted())) {
      for (long vid : vids) {
        requireVertex(vid);
      }
    }
  }

  static int masters(@Nullable InferencePartition partition) {
    return partition == null ? 0 : partition.topology().masters();
  }

  private void requirePartition(int partition) {
    if (partition < 0 || partition >= next.length) {
      throw UpdateAnswers.refused("there is no partition %d".formatted(partition));
    }
  }

  private void requireVertex(long vid) {
    requirePartition(vid < 0 ? -1 : Vid.partition(vid));
    final InferencePartition partition = next[Vid.partition(vid)];
    if (partition != null && Vid.local(vid) >= partition.topology().masters()) {
      throw UpdateAnswers.refused(
          "partition %d has no vertex %d".formatted(Vid.partition(vid), Vid.local(vid)));
    }
  }
}
