// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

/**
 * What a shard answers when it is cut.
 *
 * @param summary see {@link io.graphember.partition.shard.LoadShard#cut}
 * @param sentBytes bytes that the shard has sent to others
 */
record CutReply(byte[] summary, long sentBytes) {}
