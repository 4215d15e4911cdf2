// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.source;

import io.graphember.client.JobFile;
import io.graphember.client.api.Json;
import io.graphember.config.NearestName;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.NodeError;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The folders of this machine that jobs of the cluster may read, by name. A job says {@code NAME}
 * or {@code NAME/BELOW}; nothing outside is opened, whatever links there are. Immutable; safe for
 * any thread.
 */
public final class SourceFolders {
  private final Map<String, Path> folders;

  /** The folders of a node's configuration. */
  @Inject
  public SourceFolders(GraphemberConfiguration configuration) {
    final Map<String, Path> named = new TreeMap<>();
    configuration.getSourceFolders().forEach((name, folder) -> named.put(name, Path.of(folder)));
    folders = Map.copyOf(named);
  }

  /**
   * A job whose paths lead into the folders.
   *
   * @param document as somebody has sent it
   * @throws GraphemberException with code {@link NodeError#SOURCE_NOT_ALLOWED} if a path leads
   *     elsewhere, or with all that is wrong with the job
   */
  public JobFile resolved(SettingsDocument document) {
    JobSettings asked = document.bind(JobSettings.class);
    SettingsDocument found = document;
    if (asked.source() != null && asked.source().data() != null) {
      found = resolve(found, "source.data", asked.source().data());
    }
    for (Map.Entry<String, String> file : asked.job().files().entrySet()) {
      found = resolve(found, file.getKey(), file.getValue());
    }
    final JobFile file = new JobFile(found.bind(JobSettings.class), Path.of("").toAbsolutePath());
    requireAssignmentInside(file);
    return file;
  }

  /** The cut of another tool is read from the data folder, and from nowhere else. */
  private static void requireAssignmentInside(JobFile job) {
    final GraphSettings graph = job.settings().graph();
    if (!graph.partitioner().equals(AssignmentFiles.PARTITIONER) || graph.add()) {
      return;
    }
    for (String path : AssignmentFiles.of(graph.partitionerOptions()).files().values()) {
      if (job.settings().source() == null || job.settings().source().data() == null) {
        throw refused(
            "graph.partitionerOptions", path, "the job has no data folder to read it from");
      }
      try {
        final Path folder = job.dataFolder().toRealPath();
        if (!folder.resolve(path).toRealPath().startsWith(folder)) {
          throw refused("graph.partitionerOptions", path, "it leads out of the data folder");
        }
      } catch (InvalidPathException | IOException e) {
        throw refused(
            "graph.partitionerOptions", path, "it is not in the data folder or cannot be read");
      }
    }
  }

  private SettingsDocument resolve(SettingsDocument job, String setting, String path) {
    return job.set(setting + "=" + Json.write(resolve(setting, path).toString()));
  }

  private Path resolve(String setting, String path) {
    final int end = path.indexOf('/');
    final String name = end < 0 ? path : path.substring(0, end);
    final Path folder = folders.get(name);
    if (folder == null) {
      throw refused(setting, path, "the node has no folder of that name for jobs" + known(name));
    }
    try {
      final Path real = folder.toRealPath();
      final Path asked = real.resolve(end < 0 ? "" : path.substring(end + 1)).normalize();
      if (!asked.startsWith(real)) {
        throw refused(setting, path, "it leads out of folder " + name);
      }
      final Path found = asked.toRealPath();
      if (!found.startsWith(real)) {
        throw refused(setting, path, "it leads out of folder " + name);
      }
      return found;
    } catch (InvalidPathException | IOException e) {
      throw refused(setting, path, "it is not there or cannot be read");
    }
  }

  private String known(String name) {
    return folders.isEmpty()
        ? ", and no other: sourceFolders in GraphemberConfiguration names them"
        : NearestName.of(name, folders.keySet())
            .map(near -> ", the nearest name is " + near)
            .orElse("; it has " + String.join(", ", new TreeMap<>(folders).keySet()));
  }

  private static GraphemberException refused(String setting, String path, String why) {
    return new GraphemberException(
        NodeError.SOURCE_NOT_ALLOWED, "%s = %s: %s.".formatted(setting, path, why));
  }
}
