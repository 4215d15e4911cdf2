// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.client.api.Json;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.GraphSettings;
import io.graphember.ingest.AssignedSource;
import io.graphember.ingest.AssignmentFiles;
import io.graphember.ingest.FeatureEncoding;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.ReadProgress;
import io.graphember.ingest.Tables;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A job file with what the command line changed, checked.
 *
 * @param settings the job
 * @param base folder that a relative data folder of the job is in
 */
public record JobFile(JobSettings settings, Path base) {
  /**
   * Reads a file.
   *
   * @param data data folder instead of the file's own, seen from where the command runs; or null
   * @param assignments settings to change, each {@code path=value}
   * @throws io.graphember.spi.error.GraphemberException with all problems at once
   */
  public static JobFile read(Path file, Path data, List<String> assignments) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return of(SettingsDocument.read(file), folder, data, assignments);
  }

  /**
   * The same with the text of a file.
   *
   * @param name name of the file in messages
   */
  public static JobFile parse(
      String name, String text, Path base, Path data, List<String> assignments) {
    return of(SettingsDocument.parse(name, text), base, data, assignments);
  }

  private static JobFile of(
      SettingsDocument document, Path base, Path data, List<String> assignments) {
    SettingsDocument changed = document;
    if (data != null) {
      String path = data.toAbsolutePath().normalize().toString();
      changed = changed.set("source.data=" + Json.write(path));
    }
    for (String assignment : assignments) {
      changed = changed.set(assignment);
    }
    return new JobFile(changed.bind(JobSettings.class), base);
  }

  /**
   * Opens what the job reads; with partitioner {@code file} the cut of another tool as well, whose
   * files are looked for in the data folder.
   *
   * @param tables what format ignite reads
   * @param kept how features of the graph that is added to are encoded, by vertex type
   */
  GraphSource source(Tables tables, Map<String, FeatureEncoding> kept, ReadProgress progress) {
    GraphSettings target = settings.graph();
    final boolean assigned =
        target.partitioner().equals(AssignmentFiles.PARTITIONER) && !target.add();
    AssignmentFiles files = assigned ? AssignmentFiles.of(target.partitionerOptions()) : null;
    GraphSource graph = GraphSource.open(settings.source(), base, tables, kept, progress);
    return files == null ? graph : new AssignedSource(graph, files, dataFolder(), progress);
  }

  /** Folder that the files of the data are in. */
  public Path dataFolder() {
    String data = settings.source() == null ? null : settings.source().data();
    return data == null ? base : base.resolve(data);
  }
}
