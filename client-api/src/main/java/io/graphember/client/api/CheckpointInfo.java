// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last complete checkpoint of a job that has ended without being done.
 *
 * @param id number of the job
 * @param graph name of the graph
 * @param graphVersion its version
 * @param job name of the job
 * @param step steps that are in it
 * @param bytes memory or disk on all nodes, backups among them, as {@link ResultInfo.Table#bytes}
 * @param begun when the job began to write checkpoints, in ms since 1970
 * @param owner user who has submitted the job; null where the cluster knows no users
 */
public record CheckpointInfo(
    long id,
    String graph,
    long graphVersion,
    String job,
    long step,
    long bytes,
    long begun,
    @Nullable String owner) {
  /** The same checkpoint with its owner. */
  public CheckpointInfo ownedBy(Optional<String> user) {
    return new CheckpointInfo(id, graph, graphVersion, job, step, bytes, begun, user.orElse(null));
  }
}
