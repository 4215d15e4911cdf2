// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.checkpoint;

/**
 * Where a job writes its checkpoints.
 *
 * @param id number of the job
 * @param graph name of the graph
 * @param graphVersion its version
 * @param job name of the job
 * @param cache blocks of the last complete checkpoint, and of the next one
 * @param begun when the job made the cache, in ms since 1970
 */
public record StoredCheckpoint(
    long id, String graph, long graphVersion, String job, String cache, long begun) {}
