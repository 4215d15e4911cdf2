// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.Vector;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.live.GraphTask;
import io.graphember.training.job.task.Objective;
import java.nio.FloatBuffer;
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
  private final List<OfKind> outputs = new ArrayList<>();
  private final List<ResultWriter<Vector>> embeddings; // by vertex type

  private record OfKind(OutputKind kind, List<ResultWriter<Object>> writers) {}

  /** Writers of all caches. */
  public VertexWriters(Caches all, VertexCaches caches) {
    for (VertexCaches.OfKind kind : caches.outputs()) {
      outputs.add(new OfKind(kind.kind(), writers(all, kind.caches())));
    }
    embeddings = writers(all, caches.embeddings());
  }

  private static <V> List<ResultWriter<V>> writers(Caches all, List<Optional<String>> caches) {
    return caches.stream()
        .map(cache -> cache.<ResultWriter<V>>map(all::writer).orElseGet(ResultWriter::none))
        .toList();
  }

  /**
   * Writes what is made of the outputs of a vertex.
   *
   * @param values of the model; those of the vertex begin at {@code first}; not read later
   */
  public void outputs(
      int vertexType,
      Object key,
      FloatBuffer values,
      int first,
      Objective learned,
      GraphTask task) {
    for (OfKind kind : outputs) {
      kind.writers().get(vertexType).add(key, () -> kind.kind().of(values, first, learned, task));
    }
  }

  /** Writer of embeddings of a vertex type. */
  public ResultWriter<Vector> embeddings(int vertexType) {
    return embeddings.get(vertexType);
  }

  /** True if a vertex type has results. */
  public boolean writes(int vertexType) {
    return embeddings.get(vertexType).writes()
        || outputs.stream().anyMatch(kind -> kind.writers().get(vertexType).writes());
  }

  public void complete() {
    all().forEach(ResultWriter::complete);
  }

  private Stream<ResultWriter<?>> all() {
    return Stream.concat(
        outputs.stream().flatMap(kind -> kind.writers().stream()), embeddings.stream());
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
