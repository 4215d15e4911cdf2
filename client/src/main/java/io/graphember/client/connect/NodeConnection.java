// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.function.Function;
import org.apache.ignite.client.IgniteClient;

/**
 * A connection to one node at a time, for what one node must answer: a load is asked after at the
 * node that took it, so neither Ignite's cluster discovery nor its partition awareness may choose
 * another for each call, and no call is sent twice. When the node is lost, the call that noticed
 * fails, and the next one goes to the first address that leads to a node. Safe for use by several
 * threads.
 */
public final class NodeConnection implements AutoCloseable {
  /**
   * What is open.
   *
   * @param client Ignite's
   * @param address of the node, for messages
   */
  public record Node(IgniteClient client, String address) {}

  private final Function<Optional<Node>, Node> opener;
  private Node node;
  private boolean lost;

  /**
   * Connects.
   *
   * @param opener connects, given the node that was lost, if one was
   * @throws GraphemberException with a {@link ConnectionError}
   */
  NodeConnection(Function<Optional<Node>, Node> opener) {
    this.opener = opener;
    this.node = opener.apply(Optional.empty());
  }

  /**
   * The node; another one if the last was lost.
   *
   * @throws GraphemberException with a {@link ConnectionError} if there is none
   */
  public synchronized Node node() {
    if (lost) {
      Node next = opener.apply(Optional.of(node));
      if (next != node) {
        node.client().close();
        node = next;
      }
      lost = false;
    }
    return node;
  }

  /** True as long as a node was not lost. */
  public synchronized boolean has(Node one) {
    return one == node && !lost;
  }

  /** Says that a node does not answer any more. */
  public synchronized void lost(Node gone) {
    lost |= gone == node;
  }

  /** The last node if it is lost, and no other one was found yet. */
  public synchronized Optional<Node> lostNode() {
    return lost ? Optional.of(node) : Optional.empty();
  }

  @Override
  public synchronized void close() {
    node.client().close();
  }
}
