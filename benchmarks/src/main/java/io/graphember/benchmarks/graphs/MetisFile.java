// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.partition.staging.EdgeTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Graphs in the format of METIS (manual, section 4.1), and cuts of them by its program. */
public final class MetisFile {
  private MetisFile() {}

  /**
   * Writes a graph.
   *
   * @param edges each in both directions, once, and no loops
   * @param weights {@code [constraints][vertices]}
   */
  public static void write(EdgeTable edges, int[][] weights, Path file) throws IOException {
    final int[] offsets = edges.offsets();
    final int[] sources = edges.sources();
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("%d %d 010 %d\n".formatted(edges.vertices(), edges.edges() / 2, weights.length));
      for (int v = 0; v + 1 < offsets.length; v++) {
        for (int[] weight : weights) {
          out.write(weight[v] + " ");
        }
        for (int e = offsets[v]; e < offsets[v + 1]; e++) {
          out.write(sources[e] + 1 + " ");
        }
        out.write('\n');
      }
    }
  }

  /**
   * Cuts a graph, with METIS's defaults.
   *
   * @param program path of {@code gpmetis}
   * @return partition of each vertex
   */
  public static int[] cut(Path program, Path graph, int partitions, int seed)
      throws IOException, InterruptedException {
    final Process process =
        new ProcessBuilder(
                program.toString(), "-seed=" + seed, graph.toString(), String.valueOf(partitions))
            .redirectErrorStream(true)
            .start();
    final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    final Path answer = Path.of(graph + ".part." + partitions);
    if (process.waitFor() != 0 || !Files.exists(answer)) {
      throw new IllegalStateException("gpmetis has failed: " + out);
    }
    final int[] partitionOf =
        Files.readAllLines(answer).stream().mapToInt(Integer::parseInt).toArray();
    Files.delete(answer);
    return partitionOf;
  }
}
