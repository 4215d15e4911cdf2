// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Vector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;

/**
 * Writes results of vertices, each vertex type's to caches of its own. Closed early, it drops the
 * rest. Entries may be added by several threads.
 */
final class VertexWriters implements AutoCloseable {
  private final List<CacheWriter<Object>> predictions = new ArrayList<>(); // by vertex type
  private final List<CacheWriter<Vector>> embeddings = new ArrayList<>();

  /** Writers of all caches. */
  VertexWriters(Ignite ignite, VertexCaches caches) {
    for (int type = 0; type < caches.vertexTypes(); type++) {
      predictions.add(CacheWriter.of(ignite, caches.predictions(type)));
      embeddings.add(CacheWriter.of(ignite, caches.embeddings(type)));
    }
  }

  /** Writer of predictions, or of values, of a vertex type. */
  CacheWriter<Object> predictions(int vertexType) {
    return predictions.get(vertexType);
  }

  /** Writer of embeddings of a vertex type. */
  CacheWriter<Vector> embeddings(int vertexType) {
    return embeddings.get(vertexType);
  }

  /** True if a vertex type has results. */
  boolean writes(int vertexType) {
    return predictions.get(vertexType).writes() || embeddings.get(vertexType).writes();
  }

  void complete() {
    all().forEach(CacheWriter::complete);
  }

  private Stream<CacheWriter<?>> all() {
    return Stream.concat(predictions.stream(), embeddings.stream());
  }

  @Override
  public void close() {
    close(all().iterator());
  }

  /** Each is closed whatever happens to the others. */
  private static void close(Iterator<CacheWriter<?>> writers) {
    if (writers.hasNext()) {
      try (CacheWriter<?> last = writers.next()) {
        close(writers);
      }
    }
  }
}
