// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.client.api.store.RowChange;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.publish.EmbeddingPublications;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes the changes of published embeddings that clients ask for: those of rows by key from here,
 * those of all rows where they are. Waits for the nodes. Safe for use by several threads.
 */
public final class RowChanges {
  private final EmbeddingPublications publications;
  private final Caches caches;
  private final PrimaryPartitions primaries;
  private final Majority majority;
  private final WholeChanges whole;

  /** Changes from a node. */
  @Inject
  public RowChanges(
      EmbeddingPublications publications,
      Caches caches,
      PrimaryPartitions primaries,
      Majority majority,
      WholeChanges whole) {
    this.publications = publications;
    this.caches = caches;
    this.primaries = primaries;
    this.majority = majority;
    this.whole = whole;
  }

  /**
   * Makes a change.
   *
   * @param rows what is added to the row of each key: floats, little-endian, in the order of the
   *     keys; empty for nothing
   * @return number of rows
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED}, {@link
   *     NodeError#EMBEDDING_UNKNOWN}, {@link NodeError#EMBEDDING_MISMATCH}, {@link
   *     NodeError#VERTEX_NOT_EMBEDDED}, {@link NodeError#PARTITION_LOST} or {@link
   *     NodeError#NO_MAJORITY}, before anything was changed; {@link NodeError#ROWS_PARTLY_CHANGED};
   *     or as a call to a node fails
   */
  public long make(String graph, RowChange change, byte[] rows) {
    check(change, rows);
    majority.require("Changing embeddings of graph " + graph);
    final Publication publication = publication(graph, change.rows());
    final Optional<Publication> other =
        Optional.ofNullable(change.other()).map(added -> publication(graph, added.rows()));
    final float factor = change.other() == null ? 0 : change.other().factor();
    try {
      primaries.of(publication.cache()); // says what is lost
      return change.keys() == null
          ? whole.make(publication, change.scale(), other, factor)
          : byKey(
              publication,
              keys(publication, change.keys()),
              change.scale(),
              other.map(added -> new AddedRows(open(added), factor)),
              rows);
    } catch (GraphemberException e) {
      throw e;
    } catch (RuntimeException e) { // of Ignite: the cache goes, or the node stops
      throw new GraphemberException(
          NodeError.NODE_CALL_FAILED,
          "Embeddings of job %s cannot be changed: %s."
              .formatted(change.rows().job(), e.getMessage()),
          e);
    }
  }

  private static void check(RowChange change, byte[] rows) {
    require(change.rows() != null, "It does not say which embeddings are changed.");
    check(change.rows());
    require(
        Float.isFinite(change.scale()),
        "Rows are multiplied with %s: give a finite number.".formatted(change.scale()));
    final RowChange.Multiple other = change.other();
    if (other != null) {
      require(other.rows() != null, "It does not say which embeddings are added.");
      check(other.rows());
      require(
          Float.isFinite(other.factor()),
          "Rows that are added are multiplied with %s: give a finite number."
              .formatted(other.factor()));
    }
    require(
        rows.length == 0 || change.keys() != null && other == null,
        "Rows come with a change that names no keys for them.");
    require(
        rows.length <= RowChange.MOST_FLOATS * Float.BYTES && rows.length % Float.BYTES == 0,
        "The rows have %d bytes: give %d numbers of %d bytes at most."
            .formatted(rows.length, RowChange.MOST_FLOATS, Float.BYTES));
    final List<String> keys = change.keys();
    if (keys != null) {
      require(
          !keys.isEmpty() && keys.size() <= RowChange.MOST_KEYS,
          "%d keys are named: name 1 to %d.".formatted(keys.size(), RowChange.MOST_KEYS));
      for (String key : keys) {
        require(key != null, "A key is missing.");
      }
    }
  }

  private static void check(RowChange.Rows rows) {
    require(rows.job() != null && rows.vertexType() != null, "A job or a vertex type is missing.");
  }

  private static void require(boolean truth, String otherwise) {
    if (!truth) {
      throw new GraphemberException(NodeError.REQUEST_MALFORMED, otherwise);
    }
  }

  private Publication publication(String graph, RowChange.Rows rows) {
    final Publication current =
        publications.find(graph, rows.job(), Optional.of(rows.vertexType()));
    if (current.version() != rows.version()) {
      throw new GraphemberException(
          NodeError.EMBEDDING_UNKNOWN,
          "Job %s has published embeddings of graph %s anew: open the store again."
              .formatted(rows.job(), graph));
    }
    return current;
  }

  private Values<Object, Vector> open(Publication publication) {
    if (!caches.names().contains(publication.cache())) {
      throw new GraphemberException(
          NodeError.NOT_OWNER, "Cache %s is gone.".formatted(publication.cache()));
    }
    return caches.open(publication.cache());
  }

  /** Each key with its place among those that were named. */
  private static SortedMap<Object, Integer> keys(Publication publication, List<String> texts) {
    final SortedMap<Object, Integer> places = new TreeMap<>();
    for (String text : texts) {
      final Object key;
      try {
        key = publication.keys().parse(text);
      } catch (IllegalArgumentException e) {
        throw new GraphemberException(
            NodeError.REQUEST_MALFORMED,
            "%s is no key of kind %s.".formatted(text, publication.keys()),
            e);
      }
      require(
          places.put(key, places.size()) == null,
          "Key %s is named twice: add its rows up first.".formatted(key));
    }
    return places;
  }

  private long byKey(
      Publication publication,
      SortedMap<Object, Integer> places,
      float scale,
      Optional<AddedRows> other,
      byte[] rows) {
    final Values<Object, Vector> values = open(publication);
    final int dim = dim(values, places);
    require(
        rows.length == 0 || rows.length == (long) Float.BYTES * dim * places.size(),
        "The rows have %d numbers, and %d rows of %d are to be changed."
            .formatted(rows.length / Float.BYTES, places.size(), dim));
    final FloatBuffer given = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    final Map<Object, float[]> multiples =
        other.map(added -> added.of(places.keySet(), dim)).orElse(Map.of());
    final SortedMap<Object, AffineChange> changes = new TreeMap<>();
    places.forEach(
        (key, place) ->
            changes.put(
                key,
                new AffineChange(
                    scale,
                    rows.length == 0
                        ? multiples.getOrDefault(key, new float[0])
                        : row(given, place, dim, key))));
    values.change(changes);
    return changes.size();
  }

  private static float[] row(FloatBuffer rows, int place, int dim, Object key) {
    final float[] row = new float[dim];
    rows.get(place * dim, row);
    for (float number : row) {
      require(
          Float.isFinite(number),
          "The row of key %s has a number that is %s: give finite ones.".formatted(key, number));
    }
    return row;
  }

  /** How long rows are, if all of these keys have one. */
  private static int dim(Values<Object, Vector> values, SortedMap<Object, Integer> places) {
    final Set<Object> keys = places.keySet();
    if (!values.hasAll(keys)) {
      final Set<Object> there = values.getAll(keys).keySet();
      throw new GraphemberException(
          NodeError.VERTEX_NOT_EMBEDDED,
          "No embedding of a vertex with key %s was published, so nothing was changed: name keys that the graph had when the job ran."
              .formatted(keys.stream().filter(key -> !there.contains(key)).findFirst().orElse("")));
    }
    return values
        .get(places.firstKey())
        .map(row -> row.values().length)
        .orElseThrow(
            () -> new GraphemberException(NodeError.NOT_OWNER, "The embeddings are gone."));
  }
}
