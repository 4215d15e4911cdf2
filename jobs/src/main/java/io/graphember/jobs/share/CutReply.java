// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

/** What a share answers when it is cut. Travels between nodes. */
final class CutReply {
  private final byte[] summary;
  private final long sentBytes;

  /**
   * An answer.
   *
   * @param summary see {@link io.graphember.partition.share.EdgeShare#cut}
   * @param sentBytes bytes that the share has sent to others
   */
  CutReply(byte[] summary, long sentBytes) {
    this.summary = summary;
    this.sentBytes = sentBytes;
  }

  byte[] summary() {
    return summary;
  }

  long sentBytes() {
    return sentBytes;
  }
}
