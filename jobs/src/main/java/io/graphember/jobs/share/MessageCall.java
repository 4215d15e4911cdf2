// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Brings a part of a message to another share. */
final class MessageCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LocalShares shares;

  private final long load;
  private final int superstep;
  private final int from;
  private final int part;
  private final int count;
  private final byte[] bytes;

  MessageCall(long load, int superstep, int from, int part, int count, byte[] bytes) {
    this.load = load;
    this.superstep = superstep;
    this.from = from;
    this.part = part;
    this.count = count;
    this.bytes = bytes;
  }

  @Override
  public Boolean run() {
    shares.get(load).mailbox().deliver(superstep, from, part, count, bytes);
    return true;
  }
}
