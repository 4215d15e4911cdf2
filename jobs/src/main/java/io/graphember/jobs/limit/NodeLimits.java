// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

/**
 * What one node takes at once. Immutable.
 *
 * @param jobs jobs that it coordinates, 1 or more
 * @param queuedJobs jobs that wait in the whole cluster, 0 or more
 * @param loads loads that it takes, 1 or more
 * @param jobMillis longest time of a job that it coordinates; 0 for no bound
 */
public record NodeLimits(int jobs, int queuedJobs, int loads, long jobMillis) {}
