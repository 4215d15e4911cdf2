// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.client.SampledVertex;
import io.graphember.client.api.JobResult;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run came to.
 *
 * @param settings the job
 * @param seeds true if it was trained with several seeds
 * @param embedded true if the cluster ends with this process
 * @param results result of each seed, at least one
 * @param seconds wall time of the phases that this process sees, and the total
 * @param sample some of the vertices that were read
 * @param warnings what should be known of the features that were read
 * @param heldOut edges that were left out when the graph was read, if any
 */
public record JobOutcome(
    JobSettings settings,
    boolean seeds,
    boolean embedded,
    List<JobResult> results,
    Map<String, Double> seconds,
    List<SampledVertex> sample,
    List<String> warnings,
    Optional<HeldOutEdges> heldOut) {
  /** The result of the first seed. */
  public JobResult first() {
    return results.get(0);
  }
}
