// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

/**
 * A call of an engine that does not come back.
 *
 * @param job its job
 * @param engine name and version of the engine
 * @param millis time that it has taken so far, at least
 */
public record Stall(WatchedJob job, String engine, long millis) {}
