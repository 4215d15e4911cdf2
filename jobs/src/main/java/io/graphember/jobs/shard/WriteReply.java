// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

/**
 * What a shard answers when it has written a partition.
 *
 * @param summary a {@link io.graphember.partition.write.PartitionSummary}
 * @param receivedBytes bytes that came from other nodes for it
 */
record WriteReply(byte[] summary, long receivedBytes) {}
