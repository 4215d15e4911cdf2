// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.cli.error.CliError;
import io.graphember.partition.load.PartitionTrial;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/**
 * A cut as three files of comma-separated UTF-8 text, each with a header line; keys as the user
 * wrote them, in double quotes where they need it (RFC 4180).
 *
 * <pre>
 * edges.csv       source,destination,partition    each simple undirected edge once
 * vertices.csv    key,master,partitions           the partitions ascending, blanks between them
 * partitions.csv  partition,vertices,edges,masters,interior
 * </pre>
 *
 * <p>{@code edges.csv} is what partitioner {@code file} reads.
 */
final class CutFiles {
  private final Path folder;

  CutFiles(Path folder) {
    this.folder = folder;
  }

  /** Writes a file row by row. */
  private interface Rows {
    void write(BufferedWriter out) throws IOException;
  }

  void write(PartitionTrial trial, PartitionTrial.Summary summary, Cancellation cancellation) {
    file("edges.csv", out -> edges(trial, out, cancellation));
    file("vertices.csv", out -> vertices(trial, out, cancellation));
    file("partitions.csv", out -> partitions(summary, out));
  }

  private void file(String name, Rows rows) {
    Path file = folder.resolve(name);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      rows.write(out);
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      throw cause == null ? e : unwritable(file, cause);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static GraphemberException unwritable(Path file, IOException cause) {
    return new GraphemberException(
        CliError.OUTPUT_UNWRITABLE,
        "--graph-out: %s cannot be written, %s.".formatted(file, cause.getMessage()),
        cause);
  }

  private static void edges(PartitionTrial trial, BufferedWriter out, Cancellation cancellation)
      throws IOException {
    out.write("source,destination,partition\n");
    trial.forEachEdge(
        (sources, destinations, partitions) -> {
          cancellation.check();
          StringBuilder lines = new StringBuilder();
          for (int i = 0; i < sources.size(); i++) {
            key(lines, sources, i).append(',');
            key(lines, destinations, i).append(',').append(partitions[i]).append('\n');
          }
          append(out, lines);
        });
  }

  private static void vertices(PartitionTrial trial, BufferedWriter out, Cancellation cancellation)
      throws IOException {
    out.write("key,master,partitions\n");
    trial.forEachVertex(
        (keys, masters, replicas) -> {
          cancellation.check();
          StringBuilder lines = new StringBuilder();
          for (int i = 0; i < keys.size(); i++) {
            StringJoiner held = new StringJoiner(" ");
            for (int partition : replicas[i]) {
              held.add(Integer.toString(partition));
            }
            key(lines, keys, i).append(',').append(masters[i]).append(',').append(held);
            lines.append('\n');
          }
          append(out, lines);
        });
  }

  private static void partitions(PartitionTrial.Summary summary, BufferedWriter out)
      throws IOException {
    out.write("partition,vertices,edges,masters,interior\n");
    for (int p = 0; p < summary.partitions().length; p++) {
      PartitionTrial.Partition partition = summary.partitions()[p];
      out.write(
          "%d,%d,%d,%d,%d\n"
              .formatted(
                  p,
                  partition.vertices(),
                  partition.edges(),
                  partition.masters(),
                  partition.interior()));
    }
  }

  private static StringBuilder key(StringBuilder line, KeyColumn keys, int row) {
    String key = keys.stringAt(row);
    boolean plain = key.indexOf(',') < 0 && key.indexOf('"') < 0;
    if (plain && key.indexOf('\n') < 0 && key.indexOf('\r') < 0) {
      return line.append(key);
    }
    return line.append('"').append(key.replace("\"", "\"\"")).append('"');
  }

  private static void append(BufferedWriter out, StringBuilder lines) {
    try {
      out.append(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
