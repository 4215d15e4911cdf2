// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

/**
 * What the jobs of a node may take, and what they outlive. Immutable.
 *
 * @param trainers trainers that the node runs at once, 0 or more
 * @param nodeLosses nodes that a job may lose, 0 or more
 * @param nodeLossMillis longest time in which a loss is to be made good
 * @param majorityMillis longest wait for a majority of the storage nodes
 */
public record JobLimits(int trainers, int nodeLosses, long nodeLossMillis, long majorityMillis) {}
