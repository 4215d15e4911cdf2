// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

/**
 * The other nodes that compute partitions: a port. All nodes make the same exchanges in the same
 * order, so a message is known by who has sent it and its number, which begins with 0 and goes on
 * over all steps of a {@link PartitionedModel}. Used by one thread at a time.
 */
public interface StepPeers {
  /** Of a node that computes all partitions. */
  StepPeers NONE =
      new StepPeers() {
        @Override
        public void send(int host, long number, float[] rows) {
          throw new IllegalStateException("there is no host " + host);
        }

        @Override
        public float[] receive(int host, long number) {
          throw new IllegalStateException("there is no host " + host);
        }
      };

  /**
   * Sends a message; does not wait until it has come.
   *
   * @param host who is to have it, not this node
   * @param rows floats, 1 or more; not to be changed afterwards
   */
  void send(int host, long number, float[] rows);

  /**
   * Waits for a message; bounded and cancellable.
   *
   * @param host who sends it
   * @return as it was sent
   * @throws io.graphember.spi.error.GraphemberException cancelled, or the host is lost
   */
  float[] receive(int host, long number);
}
