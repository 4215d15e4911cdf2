// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.inference.predict.FewVertices;
import io.graphember.inference.predict.GraphReads;
import io.graphember.inference.predict.HopDraws;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * Runs a model for requests that come at once: as many passes as there are processors, each for all
 * requests that wait and draw alike, up to {@value #MOST_VERTICES} vertices. A request that comes
 * alone is computed at once; nobody waits for others to come. What a vertex gets does not depend on
 * who is computed with it. Safe for use by several threads, which compute.
 */
final class SharedPasses {
  private static final int MOST_VERTICES = 256;

  private final Semaphore free = new Semaphore(Runtime.getRuntime().availableProcessors(), true);
  private final Deque<Waiting> waiting = new ArrayDeque<>(); // guarded by this
  private final GraphReads graph;
  private final Pass pass;

  /** Computes vertices, each named once. */
  @FunctionalInterface
  interface Pass {
    /** Computes. */
    FewVertices.Rows compute(GraphReads graph, HopDraws draws, long[] vids);
  }

  /**
   * Rows of a request.
   *
   * @param rows of all that were computed with it
   * @param numbers of its vertices among them
   */
  record Computed(FewVertices.Rows rows, int[] numbers) {}

  /** A request. */
  private static final class Waiting {
    private final HopDraws draws;
    private final long[] vids;
    private final CompletableFuture<Computed> computed = new CompletableFuture<>();
    private boolean taken; // guarded by the passes

    Waiting(HopDraws draws, long[] vids) {
      this.draws = draws;
      this.vids = vids;
    }
  }

  /**
   * No pass has begun.
   *
   * @param graph that requests share
   */
  SharedPasses(GraphReads graph, Pass pass) {
    this.graph = graph;
    this.pass = pass;
  }

  /**
   * Computes vertices, or has another thread do so.
   *
   * @throws GraphemberException as the pass fails
   */
  Computed compute(HopDraws draws, long[] vids) {
    final Waiting own = new Waiting(draws, vids);
    synchronized (this) {
      waiting.add(own);
    }
    while (!isTaken(own)) {
      acquire();
      try {
        computeSome();
      } finally {
        free.release();
      }
    }
    try {
      return own.computed.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GraphemberException known) {
        throw known;
      }
      throw e;
    }
  }

  /** Computes vertices of a graph that no other request reads, in the place of a pass. */
  Computed alone(GraphReads graph, HopDraws draws, long[] vids) {
    acquire();
    try {
      final List<int[]> numbers = new ArrayList<>();
      final long[] each = distinct(List.of(vids), numbers);
      return new Computed(pass.compute(graph, draws, each), numbers.get(0));
    } finally {
      free.release();
    }
  }

  private void acquire() {
    try {
      free.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GraphemberException(SpiError.CANCELLED, "Interrupted while others predict.", e);
    }
  }

  private synchronized boolean isTaken(Waiting request) {
    return request.taken;
  }

  private void computeSome() {
    final List<Waiting> some = take();
    if (some.isEmpty()) {
      return;
    }
    try {
      computeTogether(some);
    } catch (RuntimeException | Error e) {
      if (some.size() == 1) {
        some.get(0).computed.completeExceptionally(e);
      } else {
        some.forEach(this::computeAlone); // one of them may be too large
      }
    }
  }

  private void computeAlone(Waiting request) {
    try {
      computeTogether(List.of(request));
    } catch (RuntimeException | Error e) { // who waits must hear of it
      request.computed.completeExceptionally(e);
    }
  }

  private void computeTogether(List<Waiting> some) {
    final List<int[]> numbers = new ArrayList<>();
    final long[] vids = distinct(some.stream().map(request -> request.vids).toList(), numbers);
    final FewVertices.Rows rows = pass.compute(graph, some.get(0).draws, vids);
    for (int i = 0; i < some.size(); i++) {
      some.get(i).computed.complete(new Computed(rows, numbers.get(i)));
    }
  }

  /**
   * All vertices, each once.
   *
   * @param numbers receives for each request the numbers of its vertices among them
   */
  private static long[] distinct(List<long[]> requests, List<int[]> numbers) {
    final LongIndex all = new LongIndex(MOST_VERTICES);
    final LongArray vids = new LongArray(MOST_VERTICES);
    for (long[] request : requests) {
      final int[] of = new int[request.length];
      for (int i = 0; i < of.length; i++) {
        of[i] = all.add(request[i]);
        if (of[i] == vids.size) {
          vids.add(request[i]);
        }
      }
      numbers.add(of);
    }
    return vids.toArray();
  }

  /** The request that waits longest, and others that are computed with it. */
  private synchronized List<Waiting> take() {
    final List<Waiting> taken = new ArrayList<>();
    int vertices = 0;
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
      final Waiting next = all.next();
      final boolean fits =
          taken.isEmpty()
              || next.draws.equals(taken.get(0).draws)
                  && vertices + next.vids.length <= MOST_VERTICES;
      if (fits) {
        all.remove();
        next.taken = true;
        taken.add(next);
        vertices += next.vids.length;
      }
    }
    return taken;
  }
}
