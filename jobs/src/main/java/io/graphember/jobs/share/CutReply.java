// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

/**
 * What a share answers when it is cut.
 *
 * @param summary see {@link io.graphember.partition.share.EdgeShare#cut}
 * @param sentBytes bytes that the share has sent to others
 */
record CutReply(byte[] summary, long sentBytes) {}
