// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.client.JobFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The job file of a command, and what the command line changes in it. */
public final class JobFileOptions {
  @Parameters(paramLabel = "JOB.yaml", description = "The job file.")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the data, instead of the one in the job file.")
  private @Nullable Path data;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Change a setting of the job file, for example graph.partitions=16.")
  private List<String> assignments = List.of();

  /**
   * Reads the file with more changes.
   *
   * @param more settings to change, each {@code path=value}
   */
  public JobFile read(List<String> more) {
    final List<String> all = new ArrayList<>(assignments);
    all.addAll(more);
    return JobFile.read(file, data, all);
  }

  /**
   * Reads the file.
   *
   * @throws io.graphember.spi.error.GraphemberException with all problems at once
   */
  public JobFile read() {
    return JobFile.read(file, data, assignments);
  }
}
