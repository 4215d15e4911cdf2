// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

/**
 * What a shard says once it has the version that is added to.
 *
 * @param edges that are there
 * @param vertices of each type that the version has
 * @param sentBytes bytes that it has sent to other nodes
 */
record BaseReply(long edges, long[] vertices, long sentBytes) {}
