// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.ignite.client.IgniteClient;

/**
 * A connection to one node at a time, for what one node must answer: a load is asked after at the
 * node that took it, so neither Ignite's cluster discovery nor its partition awareness may choose
 * another for each call, and no call is sent twice. When the node is lost, the call that noticed
 * fails, and the next one goes to the first address that leads to a node. A node that is frozen is
 * lost, too: all calls that wait for it fail. Safe for use by several threads.
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
  private final SilenceWatch watch;
  private Node node;
  private boolean lost;

  /**
   * Connects.
   *
   * @param opener connects, given the node that was lost, if one was
   * @param answers asks a node that has been silent for long whether it is there
   * @throws GraphemberException with a {@link ConnectionError}
   */
  NodeConnection(Function<Optional<Node>, Node> opener, Predicate<Node> answers) {
    this.opener = opener;
    this.node = opener.apply(Optional.empty());
    this.watch = new SilenceWatch(answers, this::silent);
  }

  /** Its connection is closed, so all that wait for an answer hear of it. */
  private void silent(Node frozen) {
    lost(frozen);
    frozen.client().close();
  }

  /**
   * Makes a call to a node.
   *
   * @throws org.apache.ignite.client.ClientConnectionException if the node is lost meanwhile
   */
  public <T> T call(Node one, Function<IgniteClient, T> call) {
    try (SilenceWatch.Call waiting = watch.begin(one)) {
      return call.apply(one.client());
    }
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
    watch.close();
    node.client().close();
  }
}
