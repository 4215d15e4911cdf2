// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.ResumableLoad;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A load that goes on at another node when the one that takes it is lost, and begins where an
 * earlier client has left it.
 */
final class ResumableAccess extends LoadAccess {
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final Supplier<ServiceAccess> nodes;
  private final Cancellation cancellation;
  private String graph = "";
  private String header = "";
  private ResumableLoad begun = new ResumableLoad(0, 0, 0);
  private long passed; // pieces of the source that have come
  private int check; // of them, as far as the cluster has them
  private boolean sent; // the source was read to its end
  private boolean lost = true; // no node has the load

  /**
   * A load that has not begun.
   *
   * @param nodes the node of now, each time it is asked for
   * @param cancellation looked at while it waits for a node
   */
  ResumableAccess(Supplier<ServiceAccess> nodes, Cancellation cancellation) {
    super(nodes.get());
    this.nodes = nodes;
    this.cancellation = cancellation;
  }

  @Override
  long begin(String toGraph, String withHeader) {
    graph = toGraph;
    header = withHeader;
    return steadily(() -> begun.next());
  }

  /** Begins, or goes on with what is there. */
  private void take(ServiceAccess node) {
    final ServiceAccess.Taken<ResumableLoad> taken =
        node.take(s -> s.beginResumable(graph, header), new TypeReference<ResumableLoad>() {});
    taken(taken.by(), taken.answer().load());
    final ResumableLoad now = taken.answer();
    if (now.next() < passed - 1 || sent && now.next() < passed) {
      abort();
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The node was lost that took the load, and what was sent is not in the cluster any more: see whether the graph is there, and load it again if it is not.");
    }
    begun = now;
  }

  /**
   * Takes the next piece to the cluster; those that are there already are compared.
   *
   * @throws GraphemberException with code {@link ClientError#LOAD_CHANGED} if they are others
   */
  @Override
  void append(long sequence, byte[] piece) {
    passed = sequence + 1;
    if (sequence < begun.next()) {
      check = ResumableLoad.check(check, piece);
      if (passed == begun.next()) {
        requireSame();
      }
      return;
    }
    steadily(
        () -> {
          if (sequence >= begun.next()) {
            super.append(sequence, piece);
          }
          return true;
        });
  }

  private void requireSame() {
    if (check != begun.check()) {
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The source is not the one that was read before the load was interrupted: what was sent of that is dropped; load the graph again.");
    }
  }

  @Override
  void commit(List<List<String>> labelNames) {
    if (passed < begun.next()) {
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The source is shorter than the one that was read before the load was interrupted: what was sent of that is dropped; load the graph again.");
    }
    sent = true;
    steadily(
        () -> {
          super.commit(labelNames);
          return true;
        });
  }

  @Override
  LoadState state() {
    return steadily(super::state);
  }

  /** Asks again at another node, until the load goes on there, while the cluster is in trouble. */
  private <T> T steadily(Supplier<T> question) {
    final long until = System.nanoTime() + Retries.LONGEST.toNanos();
    final Pause pause = new Pause(cancellation, LONGEST_PAUSE_MILLIS);
    while (true) {
      try {
        if (lost) {
          take(nodes.get());
          lost = false;
        }
        return question.get();
      } catch (GraphemberException e) {
        if (!mayPass(e) || System.nanoTime() >= until) {
          throw e;
        }
        lost = true;
      }
      pause.next();
    }
  }

  /** The load has failed if a node says so; a node that cannot be asked, or stops, may be lost. */
  private static boolean mayPass(GraphemberException failure) {
    return failure.code().equals("LOAD_UNKNOWN")
        || failure.code().equals("NODE_BUSY")
        || failure.category() == ErrorCategory.CLUSTER && !failure.code().equals("NODE_LOST")
        || failure.category() == ErrorCategory.BUG;
  }
}
