// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.Vector;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes results of vertices, each vertex type's to caches of its own. Closed early, it drops the
 * rest. Entries may be added by several threads.
 */
public final class VertexWriters implements AutoCloseable {
  private final List<ResultWriter<Object>> predictions = new ArrayList<>(); // by vertex type
  private final List<ResultWriter<Vector>> embeddings = new ArrayList<>();

  /** Writers of all caches. */
  public VertexWriters(Caches all, VertexCaches caches) {
    for (int type = 0; type < caches.predictions().size(); type++) {
      predictions.add(writer(all, caches.predictions().get(type)));
      embeddings.add(writer(all, caches.embeddings().get(type)));
    }
  }

  /** Writer of predictions, or of values, of a vertex type. */
  private static <V> ResultWriter<V> writer(Caches all, Optional<String> cache) {
    return cache.<ResultWriter<V>>map(all::writer).orElseGet(ResultWriter::none);
  }

  public ResultWriter<Object> predictions(int vertexType) {
    return predictions.get(vertexType);
  }

  /** Writer of embeddings of a vertex type. */
  public ResultWriter<Vector> embeddings(int vertexType) {
    return embeddings.get(vertexType);
  }

  /** True if a vertex type has results. */
  public boolean writes(int vertexType) {
    return predictions.get(vertexType).writes() || embeddings.get(vertexType).writes();
  }

  public void complete() {
    all().forEach(ResultWriter::complete);
  }

  private Stream<ResultWriter<?>> all() {
    return Stream.concat(predictions.stream(), embeddings.stream());
  }

  @Override
  public void close() {
    close(all().iterator());
  }

  /** Each is closed whatever happens to the others. */
  private static void close(Iterator<ResultWriter<?>> writers) {
    if (writers.hasNext()) {
      try (ResultWriter<?> last = writers.next()) {
        close(writers);
      }
    }
  }
}
