// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.Pause;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.load.LoadState;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A load that its node feeds: rows come from a {@link Feeder}, and go to a {@link LoadSession},
 * which has everything else. If a node is lost meanwhile and the rows are still there, the load
 * begins again on those that are left.
 */
final class FedLoad implements Load, Cancellation {
  /** As long as Ignite may take by default to know of a loss. */
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(12);

  private static final long FREED_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final GraphSettings settings;
  private final Optional<String> user;
  private final Duration patience;
  private final Feeder feeder;
  private volatile Optional<LoadSession> session = Optional.empty(); // before there are rows
  private volatile Optional<ErrorInfo> failure = Optional.empty(); // why it has ended
  private volatile boolean aborted;
  private volatile boolean over;
  private volatile long lastUseNanos = System.nanoTime();

  /**
   * A load that has not begun.
   *
   * @param patience how long the graph may wait for room in the data regions
   */
  FedLoad(GraphSettings settings, Optional<String> user, Duration patience, Feeder feeder) {
    this.settings = settings;
    this.user = user;
    this.patience = patience;
    this.feeder = feeder;
  }

  /** Where its rows come from. */
  Feeder feeder() {
    return feeder;
  }

  /** What a load takes of its node. */
  interface Node {
    /** Opens a session, as for a load of a client. */
    LoadSession open(
        GraphSettings settings,
        GraphHeader header,
        ExpectedSize expected,
        Optional<String> user,
        Duration patience);

    /** Has a session build the graph. */
    void commit(LoadSession session, List<List<String>> labelNames);

    /** What goes wrong, for whoever asks after the load; unexpected failures are logged. */
    ErrorInfo failed(String graph, Throwable failure);

    /** Writes down that a load begins again. */
    void again(String graph, ErrorInfo because);

    /** The server nodes that are in the cluster, to be looked for later. */
    Losses losses();
  }

  /** Whether nodes were lost since it was made. */
  @FunctionalInterface
  interface Losses {
    /** True if one was. */
    boolean any();
  }

  /**
   * Feeds all rows and waits for the graph; what goes wrong is part of the state.
   *
   * @return false if it was dropped before it had ended: who has dropped it knows what becomes of
   *     its rows
   */
  boolean run(Node node) {
    Optional<ErrorInfo> failed = Optional.empty();
    long lostNanos = 0;
    boolean again = true;
    final Pause pause = new Pause(this, LONGEST_PAUSE_MILLIS);
    while (again) {
      final Losses losses = node.losses();
      failed = attempt(node);
      final boolean lost = failed.isPresent() && lost(losses, failed.get());
      again =
          failed.isPresent()
              && !aborted
              && !settings.add() // it may have made its version, and would make another
              && feeder.repeatable()
              && (lost || lostNanos > 0 && isFreedSoon(failed.get(), lostNanos));
      if (again) {
        lostNanos = lost ? System.nanoTime() : lostNanos;
        node.again(graph(), failed.get());
        session = Optional.empty();
        next(pause);
      }
    }
    failure = failed;
    return failed.isEmpty() || !aborted;
  }

  /** Why there is no graph, once {@link #run} has returned; empty if there is one. */
  Optional<ErrorInfo> failure() {
    return aborted ? Optional.of(ErrorInfo.of(stopped())) : failure;
  }

  /** Nothing more happens, and its rows are where they belong. */
  void over() {
    over = true;
  }

  /** What fails by a node that leaves may fail before the others know that it has left. */
  private boolean lost(Losses losses, ErrorInfo failed) {
    final boolean mayBe =
        failed.category() == ErrorCategory.CLUSTER || failed.category() == ErrorCategory.BUG;
    final long until = System.nanoTime() + KNOWN_NANOS;
    final Pause pause = new Pause(this, LONGEST_PAUSE_MILLIS);
    while (mayBe && !losses.any() && !aborted && System.nanoTime() < until) {
      next(pause);
    }
    return losses.any();
  }

  /** Nodes that have worked on the load need a moment to stop, and have its memory until then. */
  private static boolean isFreedSoon(ErrorInfo failed, long lostNanos) {
    return failed.category() == ErrorCategory.RESOURCE
        && System.nanoTime() - lostNanos < FREED_NANOS;
  }

  private static void next(Pause pause) {
    try {
      pause.next();
    } catch (GraphemberException expected) {
      // It was dropped: the next attempt ends at once.
    }
  }

  /** Why it has failed; empty if the graph is there. */
  private Optional<ErrorInfo> attempt(Node node) {
    try {
      final List<List<String>> labelNames =
          feeder.feed((header, expected) -> open(header, expected, node), this);
      final LoadSession fed = session.orElseThrow();
      node.commit(fed, labelNames);
      fed.awaitEnd();
      final LoadState end = fed.current();
      if (!end.ended()) {
        throw stopped();
      }
      return Optional.ofNullable(end.error());
    } catch (RuntimeException e) {
      return failed(node.failed(graph(), e));
    } catch (Error e) {
      failure = failed(node.failed(graph(), e));
      throw e;
    }
  }

  private LoadSession open(GraphHeader header, ExpectedSize expected, Node node) {
    final LoadSession begun = node.open(settings, header, expected, user, patience);
    session = Optional.of(begun);
    check(); // it may have been dropped before there was a session to drop
    if (!begun.awaitReceiving()) {
      throw stopped();
    }
    return begun;
  }

  private GraphemberException stopped() {
    return new GraphemberException(
        SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(graph()));
  }

  /** The session's own failure comes first. */
  private Optional<ErrorInfo> failed(ErrorInfo error) {
    final Optional<ErrorInfo> first = session.map(LoadSession::state).map(LoadState::error);
    session.ifPresent(LoadSession::abort);
    return Optional.of(first.orElse(error));
  }

  @Override
  public Optional<String> user() {
    return user;
  }

  @Override
  public String graph() {
    return settings.name();
  }

  @Override
  public LoadState state() {
    lastUseNanos = System.nanoTime();
    if (failure.isPresent()) {
      return new LoadState("receive", 0, 0, null, failure.get());
    }
    final LoadState state =
        session.map(LoadSession::state).orElse(new LoadState("open", 0, 0, null, null));
    return state.error() == null // else it may begin again
        ? state
        : new LoadState(state.phase(), state.done(), state.total(), null, null);
  }

  @Override
  public void abort() {
    aborted = true;
    session.ifPresent(LoadSession::abort);
  }

  @Override
  public boolean open() {
    return !aborted && !over;
  }

  @Override
  public long idleNanos() {
    return System.nanoTime() - lastUseNanos;
  }

  @Override
  public boolean requested() {
    return aborted;
  }
}
