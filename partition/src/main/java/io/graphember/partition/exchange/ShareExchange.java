// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import java.util.Arrays;

/**
 * How the shares of a graph hand messages to one another: all at once, superstep after superstep.
 *
 * <p>Every share makes the same calls in the same order. A call returns when the messages of all
 * shares for this one have come; waiting is bounded, and ends with an error if a share is lost or
 * the work is cancelled. Used by one thread at a time.
 */
public interface ShareExchange {
  /** Most shares of a graph. */
  int MOST_SHARES = Byte.MAX_VALUE;

  /** Of a graph that has one share. */
  ShareExchange ALONE =
      new ShareExchange() {
        @Override
        public int share() {
          return 0;
        }

        @Override
        public int shares() {
          return 1;
        }

        @Override
        public byte[][] exchange(byte[][] messages) {
          return messages;
        }
      };

  /** Number of this share, {@code 0 .. shares() - 1}. */
  int share();

  /** Number of shares. */
  int shares();

  /**
   * One superstep.
   *
   * @param messages what this share says to each share, itself included
   * @return what each share says to this one, in order of the shares
   * @throws io.graphember.spi.error.GraphemberException if a share is lost, or the work cancelled
   */
  byte[][] exchange(byte[][] messages);

  /** A superstep in which every share says the same to all; what each has said. */
  default byte[][] gather(byte[] message) {
    byte[][] messages = new byte[shares()][];
    Arrays.fill(messages, message);
    return exchange(messages);
  }
}
