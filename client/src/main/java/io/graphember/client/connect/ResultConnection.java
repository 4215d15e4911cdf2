// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.jspecify.annotations.Nullable;

/**
 * The connection that results are read from, opened when they are read first. It leads to all nodes
 * of the cluster, each key to the node that has it. When one of them is frozen, what is asked for
 * is asked again of the nodes that are left. Safe for use by several threads.
 */
public final class ResultConnection implements AutoCloseable {
  /** Within as many, Ignite has found out that a node is frozen. */
  private static final int ATTEMPTS = 3;

  private final Supplier<NodeConnection.Node> opener;
  private final SilenceWatch watch;
  private NodeConnection.@Nullable Node open; // null before the first, and after a silent one

  /** Hears that a question which takes long comes forward. */
  @FunctionalInterface
  public interface Progress {
    void made();
  }

  /**
   * Nothing is open yet.
   *
   * @param opener connects to all nodes of the cluster
   * @param answers false if one of the nodes is silent
   */
  ResultConnection(Supplier<NodeConnection.Node> opener, Predicate<NodeConnection.Node> answers) {
    this.opener = opener;
    this.watch = new SilenceWatch(answers, this::silent);
  }

  private void silent(NodeConnection.Node gone) {
    synchronized (this) {
      if (open == gone) {
        open = null;
      }
    }
    gone.client().close();
  }

  private synchronized NodeConnection.Node node() {
    NodeConnection.Node node = open;
    if (node == null) {
      node = opener.get();
      open = node;
    }
    return node;
  }

  private synchronized boolean has(NodeConnection.Node node) {
    return open == node;
  }

  /**
   * Asks a question.
   *
   * @param question may be asked again, if it fails with an exception of Ignite's
   * @throws ClientException if the nodes do not answer any more
   * @throws GraphemberException if no node can be connected to
   */
  public <T> T ask(BiFunction<IgniteClient, Progress, T> question) {
    for (int attempt = 1; ; attempt++) {
      final NodeConnection.Node node = node();
      try (SilenceWatch.Call waiting = watch.begin(node)) {
        return question.apply(node.client(), waiting::answered);
      } catch (ClientException e) {
        if (has(node) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public synchronized void close() {
    watch.close();
    if (open != null) {
      open.client().close();
    }
  }
}
