// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.record.JobRecord;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for a job to go on from its checkpoint: the parameters, what the optimizer
 * remembers and the place in each random stream belong to one graph, one model and one seed. Used
 * by one thread.
 */
final class Resumption {
  private final JobRecord record;
  private final JobSettings settings;
  private final SortedMap<String, Change> changes = new TreeMap<>();

  /** A setting of the job as it began, and as it is to go on. */
  private record Change(String before, String now) {}

  /**
   * A job that may go on.
   *
   * @param settings what it is to go on with
   */
  Resumption(JobRecord record, JobSettings settings) {
    this.record = record;
    this.settings = settings;
    // As this version reads it: an older one knew fewer settings.
    final JobSettings before =
        SettingsDocument.parse("job", record.settings()).bind(JobSettings.class);
    compare("", values(before), values(settings));
  }

  /** How a job waits is no part of what it does. */
  private static Map<String, Object> values(JobSettings of) {
    final Map<String, Object> values =
        Json.read(SettingsDocument.toJson(of.withoutSource()), new TypeReference<>() {});
    values.remove("queue");
    return values;
  }

  private void compare(String prefix, Map<?, ?> before, Map<?, ?> now) {
    for (Object name : before.keySet()) {
      compare(prefix + name, before.get(name), now.get(name));
    }
    for (Object name : now.keySet()) {
      if (!before.containsKey(name)) {
        compare(prefix + name, null, now.get(name));
      }
    }
  }

  private void compare(String path, @Nullable Object before, @Nullable Object now) {
    if (before instanceof Map<?, ?> section && now instanceof Map<?, ?> other) {
      compare(path + ".", section, other);
    } else if (!Objects.equals(before, now)) {
      changes.put(path, new Change(text(before), text(now)));
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "nothing" : String.valueOf(value);
  }

  /** True if the job goes on with other settings. */
  boolean changed() {
    return !changes.isEmpty();
  }

  /**
   * Refuses a job that has a coordinator.
   *
   * @throws GraphemberException with code {@link NodeError#RESUME_REFUSED}
   */
  void requireEnded(Cluster cluster) {
    if (record.running() && (record.waits().isPresent() || cluster.has(record.coordinator()))) {
      throw running(record);
    }
  }

  static GraphemberException running(JobRecord record) {
    return refused(
        "Job %d %s already: follow or cancel it."
            .formatted(record.job(), record.waits().isPresent() ? "waits" : "runs"));
  }

  /**
   * Refuses a job whose version of the graph is gone.
   *
   * @throws GraphemberException with code {@link NodeError#RESUME_REFUSED}
   */
  void requireGraph(GraphCatalog graphs) {
    final String name = settings.graph().name();
    final List<Long> versions =
        graphs.graphs().stream()
            .filter(graph -> graph.name().equals(name))
            .map(GraphInfo::version)
            .toList();
    record
        .decision()
        .map(JobRecord.Decided::graphVersion)
        .filter(version -> !versions.contains(version))
        .ifPresent(
            version -> {
              throw refused(
                  "Job %d cannot be resumed: it ran on version %d of graph %s, and the cluster has %s; submit it again."
                      .formatted(record.job(), version, name, text(versions)));
            });
  }

  /**
   * Refuses a job whose model was replaced or dropped.
   *
   * @throws GraphemberException with code {@link NodeError#RESUME_REFUSED}
   */
  void requireModel(ModelCatalog models) {
    record
        .decision()
        .map(JobRecord.Decided::modelKey)
        .filter(key -> !models.isCurrent(key))
        .ifPresent(
            key -> {
              throw refused(
                  "Job %d cannot be resumed: it ran with model %s, which was replaced or dropped; submit it again."
                      .formatted(record.job(), key));
            });
  }

  private static String text(List<Long> versions) {
    return versions.isEmpty()
        ? "none"
        : "version "
            + versions.stream().map(String::valueOf).collect(Collectors.joining(" and version "));
  }

  /**
   * Refuses a job with a setting that must not change.
   *
   * @throws GraphemberException with code {@link NodeError#RESUME_REFUSED}
   */
  void requireSame() {
    final List<String> free = free();
    changes.forEach(
        (path, change) -> {
          if (!free.contains(path)) {
            throw refused(
                "Job %d cannot be resumed with %s = %s: it began with %s, and %s may change; submit another job."
                    .formatted(
                        record.job(),
                        path,
                        change.now,
                        change.before,
                        free.isEmpty() ? "nothing" : "only " + String.join(", ", free)));
          }
        });
  }

  /** Settings that the checkpoint does not depend on. */
  private List<String> free() {
    if (settings.job() instanceof TrainJob) {
      return List.of("name", "training.epochs", "training.learningRate");
    }
    return settings.job() instanceof EmbedJob
        ? List.of("name", "embedding.epochs", "embedding.learningRate")
        : List.of();
  }

  private static GraphemberException refused(String message) {
    return new GraphemberException(NodeError.RESUME_REFUSED, message);
  }
}
