// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

/**
 * What a shard says that has told others something.
 *
 * @param sentBytes bytes that it has sent to other nodes
 */
record SentReply(long sentBytes) {}
