// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.client.api.Publication;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Changes all rows of published embeddings: asks the node of each partition, once. A partition that
 * moves before its node begins is asked for at the next one. Safe for use by several threads.
 */
final class WholeChanges {
  private static final long PATIENCE_SECONDS = 10;
  private static final long PAUSE_MILLIS = 20;
  private static final long WAIT_SECONDS = 300;

  private final PrimaryPartitions primaries;
  private final NodeCalls calls;

  @Inject
  WholeChanges(PrimaryPartitions primaries, NodeCalls calls) {
    this.primaries = primaries;
    this.calls = calls;
  }

  /**
   * Makes a change.
   *
   * @param scale what rows are multiplied with
   * @param other what is added
   * @param factor what these rows are multiplied with
   * @return number of rows
   * @throws GraphemberException with code {@link NodeError#ROWS_PARTLY_CHANGED}, or as the change
   *     of the first partition fails
   */
  long make(Publication publication, float scale, Optional<Publication> other, float factor) {
    final Progress progress = new Progress(publication);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      final Map<Integer, CompletableFuture<Long>> sent = new LinkedHashMap<>();
      primaries
          .of(publication.cache())
          .forEach(
              (node, partitions) ->
                  Arrays.stream(partitions)
                      .filter(progress::isLeft)
                      .forEach(p -> sent.put(p, send(node, publication, p, scale, other, factor))));
      progress.beginTurn();
      sent.forEach(progress::await);
      if (progress.isOver() || System.nanoTime() > end || !pause()) {
        return progress.rows();
      }
      primaries.forget(publication.cache());
    }
  }

  private CompletableFuture<Long> send(
      UUID node,
      Publication publication,
      int partition,
      float scale,
      Optional<Publication> other,
      float factor) {
    return calls.send(
        node,
        NodeThreads.TRAINER_EXECUTOR,
        new StoreMessages.ChangePartition(
            publication.cache(), partition, scale, other.map(Publication::cache), factor));
  }

  /** Until what moves has moved; false if this thread is to end. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Which partitions were changed. */
  private static final class Progress {
    private final Publication publication;
    private final Map<Integer, Long> changed = new LinkedHashMap<>(); // rows by partition
    private Optional<GraphemberException> failure = Optional.empty(); // for good
    private Optional<GraphemberException> moving = Optional.empty(); // of the last turn

    Progress(Publication publication) {
      this.publication = publication;
    }

    void beginTurn() {
      moving = Optional.empty();
    }

    boolean isLeft(int partition) {
      return !changed.containsKey(partition);
    }

    void await(int partition, CompletableFuture<Long> part) {
      try {
        changed.put(partition, part.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join());
      } catch (CompletionException e) {
        final GraphemberException cause = translated(e);
        if (cause.is(NodeError.NOT_OWNER)) { // it has not begun
          moving = Optional.of(cause);
        } else {
          failure = failure.or(() -> Optional.of(cause));
        }
      }
    }

    private static GraphemberException translated(CompletionException e) {
      return e.getCause() instanceof GraphemberException known
          ? known
          : new GraphemberException(
              NodeError.NODE_CALL_FAILED,
              "A node did not change its rows within %d s: %s."
                  .formatted(WAIT_SECONDS, e.getCause()),
              e);
    }

    /** True if all is done, or nothing more can be. */
    boolean isOver() {
      return failure.isPresent() || moving.isEmpty();
    }

    /** How many rows were changed, if all were. */
    long rows() {
      final Optional<GraphemberException> why = failure.or(() -> moving);
      if (why.isEmpty()) {
        return changed.values().stream().mapToLong(Long::longValue).sum();
      }
      if (why.get().is(NodeError.EMBEDDING_MISMATCH)) { // alike in all partitions
        throw why.get();
      }
      throw new GraphemberException(
          NodeError.ROWS_PARTLY_CHANGED,
          "All embeddings in cache %s were to be changed, and some were, some not: %s Write the rows again, or have their job publish them anew."
              .formatted(publication.cache(), why.get().getMessage()),
          why.get());
    }
  }
}
