// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.client.api.similar.SimilarVertices;
import io.graphember.inference.pairs.BestCandidates;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.publish.EmbeddingPublications;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers which vertices are most alike: asks each node that has some of the embeddings for its
 * best, and merges. Waits for the nodes. Safe for use by several threads.
 */
public final class SimilarSearch {
  /** While nodes come and go, or a job publishes anew, it is tried again so long. */
  private static final long PATIENCE_SECONDS = 10;

  private static final long PAUSE_MILLIS = 20;
  private static final long WAIT_SECONDS = 60;
  private static final int MOST_FLOATS = 1 << 16;

  private final EmbeddingPublications publications;
  private final Caches caches;
  private final NodeCalls calls;
  private final SimilarRows rows;
  private final PrimaryPartitions primaries;

  /** Searches from a node. */
  @Inject
  public SimilarSearch(
      EmbeddingPublications publications,
      Caches caches,
      NodeCalls calls,
      SimilarRows rows,
      PrimaryPartitions primaries) {
    this.publications = publications;
    this.caches = caches;
    this.calls = calls;
    this.rows = rows;
    this.primaries = primaries;
  }

  /**
   * Finds vertices.
   *
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED}, {@link
   *     NodeError#EMBEDDING_UNKNOWN}, {@link NodeError#VERTEX_NOT_EMBEDDED}, {@link
   *     NodeError#PARTITION_LOST} or {@link NodeError#NODE_BUSY}; or as a call to a node fails
   */
  public SimilarVertices find(String graph, String job, SimilarRequest request) {
    check(request);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      final Publication publication =
          publications.find(graph, job, Optional.ofNullable(request.vertexType()));
      try {
        return find(publication, request);
      } catch (RuntimeException e) {
        final GraphemberException failure = translated(e);
        if (!isOfTopology(failure) || System.nanoTime() > end || !pause()) {
          throw failure;
        }
      }
      primaries.forget(publication.cache());
    }
  }

  /** What is not ours is of the cache, which goes, or whose partitions move. */
  private static GraphemberException translated(RuntimeException e) {
    return e instanceof GraphemberException known
        ? known
        : new GraphemberException(
            NodeError.NODE_CALL_FAILED,
            "The embedding of the vertex cannot be read: %s.".formatted(e.getMessage()),
            e);
  }

  /** Until the node sees who has left, and what moves has moved; false if this thread is to end. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isOfTopology(GraphemberException e) {
    return e.is(NodeError.NOT_OWNER)
        || e.is(NodeError.NODE_LOST)
        || e.is(NodeError.NODE_CALL_FAILED);
  }

  private static void check(SimilarRequest request) {
    require(
        request.most() >= 1 && request.most() <= SimilarRequest.MOST,
        "%d vertices are asked for: ask for 1 to %d."
            .formatted(request.most(), SimilarRequest.MOST));
    require(request.similarity() != null, "The similarity is missing: COSINE or DOT.");
    final float[] vector = request.vector();
    final String key = request.key();
    require(
        (key == null) != (vector == null),
        "Give either the key of a vertex or a vector, one of them.");
    require(key == null || request.keys() != null, "It does not say what the key is.");
    if (vector == null) {
      return;
    }
    require(
        vector.length >= 1 && vector.length <= MOST_FLOATS,
        "The vector has %d numbers: give 1 to %d.".formatted(vector.length, MOST_FLOATS));
    for (float number : vector) {
      require(
          Float.isFinite(number),
          "The vector has a number that is %s: give finite ones.".formatted(number));
    }
  }

  private static void require(boolean truth, String otherwise) {
    if (!truth) {
      throw new GraphemberException(NodeError.REQUEST_MALFORMED, otherwise);
    }
  }

  private SimilarVertices find(Publication publication, SimilarRequest request) {
    final Optional<Object> key = key(publication, request);
    final float[] vector =
        key.map(known -> vector(publication, known)).orElseGet(() -> given(request));
    final int most = request.most() + (key.isPresent() ? 1 : 0);
    final List<CompletableFuture<FoundVertices>> found = new ArrayList<>();
    Optional<SimilarMessages.Search> here = Optional.empty();
    for (Map.Entry<UUID, int[]> part : primaries.of(publication.cache()).entrySet()) {
      final SimilarMessages.Search search =
          new SimilarMessages.Search(
              publication.cache(),
              publication.keys(),
              Optional.ofNullable(publication.index()),
              part.getValue(),
              vector,
              request.similarity(),
              most,
              request.exact());
      if (part.getKey().equals(calls.self())) {
        here = Optional.of(search);
      } else {
        found.add(calls.send(part.getKey(), NodeThreads.SEARCH_EXECUTOR, search));
      }
    }
    // Last: the others search meanwhile.
    here.ifPresent(search -> found.add(CompletableFuture.completedFuture(rows.search(search))));
    return merged(publication, request.most(), key, found);
  }

  private static float[] given(SimilarRequest request) {
    final float[] vector = request.vector();
    if (vector == null) {
      throw new IllegalStateException("the request was checked to have a vector");
    }
    return vector;
  }

  private static Optional<Object> key(Publication publication, SimilarRequest request) {
    final String text = request.key();
    if (text == null) {
      return Optional.empty();
    }
    require(
        publication.keys() == request.keys(),
        "Keys of the vertices are of kind %s, and %s is of kind %s."
            .formatted(publication.keys(), text, request.keys()));
    try {
      return Optional.of(publication.keys().parse(text));
    } catch (IllegalArgumentException e) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "%s is no key of kind %s.".formatted(text, publication.keys()),
          e);
    }
  }

  private float[] vector(Publication publication, Object key) {
    if (!caches.names().contains(publication.cache())) {
      throw new GraphemberException(
          NodeError.NOT_OWNER, "Cache %s is gone.".formatted(publication.cache()));
    }
    final Values<Object, Vector> values = caches.open(publication.cache());
    return values
        .get(key)
        .map(Vector::values)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.VERTEX_NOT_EMBEDDED,
                    "No embedding of a vertex with key %s was published: ask by a key that the graph had when the job ran."
                        .formatted(key)));
  }

  /** Keys of one publication are of one class, whichever it is. */
  @SuppressWarnings("unchecked")
  private static <K extends Comparable<K>> SimilarVertices merged(
      Publication publication,
      int most,
      Optional<Object> asked,
      List<CompletableFuture<FoundVertices>> found) {
    final BestCandidates<K> best = new BestCandidates<>(1, most);
    boolean exact = true;
    for (CompletableFuture<FoundVertices> part : found) {
      final FoundVertices some = await(part);
      exact &= some.exact();
      for (int place = 0; place < some.scores().length; place++) {
        final Object key = some.key(place);
        if (some.scores()[place] >= best.least(0) && !asked.filter(key::equals).isPresent()) {
          best.offer(0, (K) key, some.scores()[place]);
        }
      }
    }
    final Map<K, Float> all = best.of(0);
    return new SimilarVertices(
        publication.keys(),
        all.keySet().stream().map(Object::toString).toList(),
        List.copyOf(all.values()),
        exact);
  }

  private static FoundVertices await(CompletableFuture<FoundVertices> part) {
    try {
      return part.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GraphemberException known) {
        throw known;
      }
      throw new GraphemberException(
          NodeError.NODE_CALL_FAILED,
          "A node did not say within %d s which vertices are similar: %s."
              .formatted(WAIT_SECONDS, e.getCause()),
          e);
    }
  }
}
