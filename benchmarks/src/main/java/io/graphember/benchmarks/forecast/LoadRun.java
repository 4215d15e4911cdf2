// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A load that was measured.
 *
 * @param plan what was loaded
 * @param receive until all pieces were sent, drawing the graph included
 * @param cut from there until partitions are written
 * @param write until the graph is published
 * @param peakBytes most bytes of the largest node that lay in memory at once
 * @param exchangedBytes between nodes
 */
public record LoadRun(
    LoadPlan plan, Phase receive, Phase cut, Phase write, long peakBytes, long exchangedBytes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A part of a load.
   *
   * @param seconds that passed
   * @param processor seconds that all nodes have used
   */
  public record Phase(double seconds, double processor) {}

  /** Seconds of all phases. */
  double seconds() {
    return receive.seconds + cut.seconds + write.seconds;
  }

  /** The runs that a file has, one in a line; none if there is no file. */
  static List<LoadRun> read(Path file) throws IOException {
    List<LoadRun> runs = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        runs.add(JSON.readValue(line, LoadRun.class));
      }
    }
    return runs;
  }

  /** Appends the run to a file. */
  void append(Path file) throws IOException {
    Files.writeString(
        file,
        JSON.writeValueAsString(this) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
