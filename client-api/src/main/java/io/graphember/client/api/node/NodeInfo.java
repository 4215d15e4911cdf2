// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server node of the cluster.
 *
 * @param node its consistent id
 * @param storage whether it stores graphs
 * @param trainer whether it runs trainers
 * @param processors how many it has
 * @param clientPort port at which it takes thin clients; 0 for none
 * @param unavailable why it takes no new work; empty if it does
 * @param load what runs on it; null if it did not answer in time
 */
public record NodeInfo(
    String node,
    boolean storage,
    boolean trainer,
    int processors,
    int clientPort,
    String unavailable,
    @Nullable Load load) {
  /**
   * What runs on a node.
   *
   * @param version version of Graphember
   * @param jobs jobs that it coordinates
   * @param trainers trainers of jobs
   * @param partitions partitions that it serves to jobs
   * @param loads loads that it takes
   * @param budgetBytes memory that its work may take
   * @param usedBytes memory that its work takes
   * @param jobBytes memory of each job that it has a part in; empty of a node of Graphember 0.1
   */
  public record Load(
      String version,
      int jobs,
      int trainers,
      int partitions,
      int loads,
      long budgetBytes,
      long usedBytes,
      List<JobBytes> jobBytes) {
    /** Nodes of Graphember 0.1 do not say what jobs take. */
    public Load {
      jobBytes = jobBytes == null ? List.of() : List.copyOf(jobBytes);
    }
  }

  /**
   * Memory of a job on a node.
   *
   * @param job its number
   * @param heapBytes of its graph, its rows and its batches
   * @param nativeBytes of its engine
   */
  public record JobBytes(long job, long heapBytes, long nativeBytes) {}
}
