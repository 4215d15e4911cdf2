// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * What was dropped.
 *
 * @param versions versions of the graph, oldest first
 * @param results what went of the results of its jobs, by name of the job
 * @param checkpoints numbers of the checkpoints that jobs had left, see {@link CheckpointInfo}
 */
public record Dropped(List<Long> versions, List<Result> results, List<Long> checkpoints) {
  /**
   * What went of one job.
   *
   * @param job name of the job
   * @param tables publications, tables and learnable embeddings, as {@link ResultInfo.Table#name}
   *     has them
   * @param model true if its model went
   */
  public record Result(String job, List<String> tables, boolean model) {}

  /** True if there was nothing to drop. */
  @JsonIgnore
  public boolean isNothing() {
    return versions.isEmpty() && results.isEmpty() && checkpoints.isEmpty();
  }
}
