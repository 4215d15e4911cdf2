// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.draft;

import io.graphember.formats.csv.CsvPreview;
import io.graphember.formats.file.InputFolder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a job file is drafted of: files, and what somebody has said of them. Immutable.
 *
 * @param vertices file of vertices; empty if vertices come from the edges alone
 * @param edges file of edges
 * @param name of the job; empty to go by a file's name
 * @param key column of the vertices' key; empty to guess it, as the others
 * @param label column of the label
 * @param source column of the source of an edge
 * @param destination column of its destination
 */
public record DraftedJob(
    Optional<Path> vertices,
    Path edges,
    Optional<String> name,
    Optional<String> key,
    Optional<String> label,
    Optional<String> source,
    Optional<String> destination) {
  private static final int MOST_NAME = 64;

  /**
   * Looks at the files and drafts the job.
   *
   * @param to where the file is to be
   * @return its text
   * @throws io.graphember.spi.error.GraphemberException if a file is missing or cannot be read
   */
  public String draft(Path to) {
    final Path target = to.toAbsolutePath().normalize();
    final Path folder = folder();
    final InputFolder files = new InputFolder(folder, folder.toString());
    final String edgeFile = below(folder, edges);
    final CsvPreview edgeTable = CsvPreview.of(files, edgeFile);
    return new JobDraft(
            jobName(),
            relative(target.resolveSibling(""), folder),
            to.toString(),
            vertices.map(
                file -> {
                  final String vertexFile = below(folder, file);
                  final CsvPreview table = CsvPreview.of(files, vertexFile);
                  return new JobDraft.Vertices(
                      vertexFile, table, VertexRoles.guess(table, key, label));
                }),
            new JobDraft.Edges(
                edgeFile, edgeTable, EdgeRoles.guess(edgeTable, source, destination)))
        .text();
  }

  /** The folder that all files are below. */
  private Path folder() {
    Path folder = absolute(edges).resolveSibling("").normalize();
    while (vertices.isPresent() && !absolute(vertices.get()).startsWith(folder)) {
      final Path parent = folder.getParent();
      if (parent == null) {
        return folder;
      }
      folder = parent;
    }
    return folder;
  }

  private static Path absolute(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static String below(Path folder, Path file) {
    return text(folder.relativize(absolute(file)));
  }

  private static String relative(Path from, Path folder) {
    final String path = text(from.relativize(folder));
    return path.isEmpty() ? "." : path;
  }

  private static String text(Path path) {
    return path.toString().replace('\\', '/');
  }

  private String jobName() {
    if (name.isPresent()) {
      return name.get();
    }
    final String file = vertices.orElse(edges).getFileName().toString();
    final String plain = file.replaceFirst("\\..*", "").replaceAll("[^A-Za-z0-9_-]", "-");
    final String begun = plain.matches("[A-Za-z].*") ? plain : "job-" + plain;
    return begun.substring(0, Math.min(MOST_NAME, begun.length()));
  }
}
