// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.nio.BufferUnderflowException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.ignite.client.ClientAuthorizationException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.jspecify.annotations.Nullable;

/**
 * The connection that results are read from, opened when they are read first. It leads to all nodes
 * of the cluster, each key to the node that has it. When one of them is frozen, or was so for long
 * that the cluster has dropped it, what is asked for is asked again of the nodes that are left.
 * Safe for use by several threads.
 */
public final class ResultConnection implements AutoCloseable {
  /** Within as many, Ignite has found out that a node is frozen. */
  private static final int ATTEMPTS = 3;

  private final Supplier<NodeConnection.Node> opener;
  private final SilenceWatch watch;
  private final int attempts;
  private @Nullable Opened opened; // null before the first question, and after one that has failed

  /** What is open, and how many ask. */
  private static final class Opened {
    private final NodeConnection.Node node;
    private int asking;
    private boolean left; // nobody asks it any more

    Opened(NodeConnection.Node node) {
      this.node = node;
    }
  }

  /** Hears that a question which takes long comes forward. */
  @FunctionalInterface
  public interface Progress {
    void made();
  }

  private ResultConnection(
      Supplier<NodeConnection.Node> opener, Predicate<NodeConnection.Node> answers, int attempts) {
    this.opener = opener;
    this.watch = new SilenceWatch(answers, silent -> silent.client().close());
    this.attempts = attempts;
  }

  /**
   * Nothing is open yet.
   *
   * @param opener connects to all nodes that the cluster has then
   * @param answers false if one of the nodes is silent
   */
  static ResultConnection toAll(
      Supplier<NodeConnection.Node> opener, Predicate<NodeConnection.Node> answers) {
    return new ResultConnection(opener, answers, ATTEMPTS);
  }

  /** One that is open, and which nobody but Ignite connects again. */
  static ResultConnection over(NodeConnection.Node node) {
    return new ResultConnection(() -> node, asked -> true, 1);
  }

  private synchronized Opened enter() {
    Opened now = opened;
    if (now == null) {
      now = new Opened(opener.get());
      opened = now;
    }
    now.asking++;
    return now;
  }

  /** The next question goes by another connection; who still asks by this one goes on. */
  private synchronized void leave(Opened old) {
    old.left = true;
    if (opened == old) {
      opened = null;
    }
  }

  private synchronized void exit(Opened one) {
    one.asking--;
    if (one.left && one.asking == 0) {
      one.node.client().close();
    }
  }

  /**
   * Asks a question. A node that the cluster has dropped may have answered with an error, so a
   * question that fails is asked again of those that the cluster has now.
   *
   * @param question may be asked again, if it fails with an exception of Ignite's
   * @throws ClientException if the nodes do not answer any more, or refuse
   * @throws GraphemberException if no node can be connected to
   */
  public <T> T ask(BiFunction<IgniteClient, Progress, T> question) {
    for (int attempt = 1; ; attempt++) {
      final Opened one = enter();
      try (SilenceWatch.Call waiting = watch.begin(one.node)) {
        return question.apply(one.node.client(), waiting::answered);
      } catch (ClientException e) {
        if (attempt >= attempts || e instanceof ClientAuthorizationException) {
          throw e;
        }
        leave(one);
      } finally {
        exit(one);
      }
    }
  }

  /**
   * Looks something up by key or partition, for which Ignite's client first asks a node who has
   * which partition. Of nodes that are just lost, or caches that come and go, that answer may end
   * early, and Ignite throws what its buffer does (apache/ignite#11772); nothing was looked up
   * then, and it is asked again like any question that fails.
   *
   * @param question may be asked again, and runs no code of a user
   * @throws ClientException if the nodes do not answer any more, or refuse
   * @throws GraphemberException if no node can be connected to
   */
  public <T> T lookUp(Function<IgniteClient, T> question) {
    return ask(
        (client, progress) -> {
          try {
            return question.apply(client);
          } catch (BufferUnderflowException e) {
            throw new ClientException("its answer of who has which partition ends early", e);
          }
        });
  }

  @Override
  public synchronized void close() {
    watch.close();
    if (opened != null) {
      opened.node.client().close();
    }
  }
}
