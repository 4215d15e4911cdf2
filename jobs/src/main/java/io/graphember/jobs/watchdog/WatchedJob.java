// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import java.util.UUID;

/**
 * The job of a call.
 *
 * @param number of the job
 * @param coordinator node that is told when the call does not come back
 */
public record WatchedJob(long number, UUID coordinator) {}
