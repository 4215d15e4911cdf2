// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.client.api.store.RowChange;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings that a job has published, as rows that clients read and change: the storage of
 * GraphScale (section 3.2, figures 3 to 6), by the user's keys. Whoever has a loss of their own
 * trains with it: {@link #getAll} the rows of a batch, compute gradients, and change the rows where
 * they are.
 *
 * <p>A change of a row is made at once, so that no two of them are lost in each other, however many
 * clients there are; between changes of several rows others may come. Everybody reads what has
 * changed when the method returns. Rows stay changed until the job publishes anew; changes by a
 * store from before that fail. If a node leaves the cluster during a call, {@link #addAll}, {@link
 * #mult} and {@link #multAdd} may have changed a row twice; a call that fails may have changed some
 * rows. Safe for use by several threads.
 *
 * <p>All methods that change something throw a {@link GraphemberException}, with code {@code
 * VERTEX_NOT_EMBEDDED} if a key has no row, {@code REQUEST_MALFORMED} if a row has another length
 * or a number that is not finite, {@code EMBEDDING_UNKNOWN} if the job has published anew, {@code
 * NOT_PERMITTED} without the operation {@code write-results}, {@code ROWS_PARTLY_CHANGED} if a node
 * was lost while all rows were changed, or {@link ClientError#KEY_MISMATCH}.
 */
public final class EmbeddingStore {
  private static final TypeReference<Long> ROWS = new TypeReference<>() {};
  private static final int MOST_FLOATS = RowChange.MOST_FLOATS / 4; // 4 MiB at a time

  private final String graph;
  private final String job;
  private final PublishedTable<float[]> table;
  private final ServiceCalls calls;

  EmbeddingStore(String graph, String job, PublishedTable<float[]> table, ServiceCalls calls) {
    this.graph = graph;
    this.job = job;
    this.table = table;
    this.calls = calls;
  }

  /** The rows, to read all of them. */
  public PublishedTable<float[]> table() {
    return table;
  }

  /** The row of an integer key, or null if no vertex has it. */
  public float @Nullable [] get(long key) {
    return table.get(key);
  }

  /** The row of a string key, or null if no vertex has it. */
  public float @Nullable [] get(String key) {
    return table.get(key);
  }

  /** The row of a UUID, or null if no vertex has it. */
  public float @Nullable [] get(UUID key) {
    return table.get(key);
  }

  /** The rows of many keys; keys that no vertex has are left out. */
  public Map<Object, float[]> getAll(Set<?> keys) {
    return table.getAll(keys);
  }

  /** Replaces a row. */
  public void put(Object key, float[] row) {
    putAll(Map.of(key, row));
  }

  /**
   * Replaces rows.
   *
   * @param rows by key, each as long as those that are there
   */
  public void putAll(Map<?, float[]> rows) {
    change(rows, 0);
  }

  /** Adds to a row. */
  public void add(Object key, float[] row) {
    addAll(Map.of(key, row));
  }

  /**
   * Adds to rows: {@code put} with {@code add=True} of GraphScale.
   *
   * @param rows what is added, by key, each as long as those that are there
   */
  public void addAll(Map<?, float[]> rows) {
    change(rows, 1);
  }

  /**
   * Multiplies all rows, each where it is; nothing travels.
   *
   * @param factor 0 makes them zeros, whatever they are
   * @return number of rows
   */
  public long mult(float factor) {
    return send(new RowChange(rows(), null, factor, null), new byte[0]);
  }

  /** Multiplies the rows of some keys. */
  public void mult(float factor, Set<?> keys) {
    byKeys(keys, texts -> new RowChange(rows(), texts, factor, null));
  }

  /**
   * Adds multiples of the rows of another store to all rows, by the same keys: {@code row = row +
   * factor * other}. Each is added where it is. A row that the other store lacks adds nothing.
   *
   * @param other of the same graph, with rows of the same length
   * @return number of rows
   */
  public long multAdd(EmbeddingStore other, float factor) {
    return send(new RowChange(rows(), null, 1, other.times(factor)), new byte[0]);
  }

  /** The same of the rows of some keys. */
  public void multAdd(EmbeddingStore other, float factor, Set<?> keys) {
    byKeys(keys, texts -> new RowChange(rows(), texts, 1, other.times(factor)));
  }

  private RowChange.Rows rows() {
    final Publication publication = table.publication();
    return new RowChange.Rows(job, String.valueOf(publication.vertexType()), publication.version());
  }

  private RowChange.Multiple times(float factor) {
    return new RowChange.Multiple(rows(), factor);
  }

  private void byKeys(Set<?> keys, Function<List<String>, RowChange> change) {
    List<String> some = new ArrayList<>();
    for (Object key : keys) {
      some.add(text(key));
      if (some.size() == RowChange.MOST_KEYS) {
        send(change.apply(some), new byte[0]);
        some = new ArrayList<>();
      }
    }
    if (!some.isEmpty()) {
      send(change.apply(some), new byte[0]);
    }
  }

  private void change(Map<?, float[]> rows, float scale) {
    final Batch batch = new Batch(scale);
    rows.forEach(batch::add);
    batch.send();
  }

  private String text(Object key) {
    table.require(key);
    return key.toString();
  }

  private long send(RowChange change, byte[] rows) {
    return calls.call(s -> s.changeRows(graph, Json.write(change), rows), ROWS);
  }

  /** Rows that are sent together. */
  private final class Batch {
    private final float scale;
    private List<String> keys = new ArrayList<>();
    private final List<float[]> rows = new ArrayList<>();
    private int floats;

    Batch(float scale) {
      this.scale = scale;
    }

    void add(Object key, float[] row) {
      keys.add(text(key));
      rows.add(row);
      floats += row.length;
      if (keys.size() == RowChange.MOST_KEYS || floats >= MOST_FLOATS) {
        send();
      }
    }

    void send() {
      if (keys.isEmpty()) {
        return;
      }
      final ByteBuffer bytes =
          ByteBuffer.allocate(Float.BYTES * floats).order(ByteOrder.LITTLE_ENDIAN);
      rows.forEach(row -> put(bytes, row));
      EmbeddingStore.this.send(new RowChange(rows(), keys, scale, null), bytes.array());
      keys = new ArrayList<>();
      rows.clear();
      floats = 0;
    }

    private void put(ByteBuffer bytes, float[] row) {
      for (float number : row) {
        bytes.putFloat(number);
      }
    }
  }
}
