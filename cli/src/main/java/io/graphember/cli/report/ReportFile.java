// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.error.CliError;
import io.graphember.client.api.Json;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A report file that appears whole or not at all. Whether it can be written is known when it is
 * opened, long before there is something to write.
 */
public final class ReportFile implements AutoCloseable {
  private final Path file;
  private final Path draft;

  private ReportFile(Path file, Path draft) {
    this.file = file;
    this.draft = draft;
  }

  /** A ratio in a report: null if it is infinite, which JSON cannot say. */
  static Double finite(double ratio) {
    return Double.isFinite(ratio) ? ratio : null;
  }

  /**
   * Prepares to write.
   *
   * @param file the file, which may exist; null to write nothing
   * @throws GraphemberException with code {@link CliError#OUTPUT_UNWRITABLE}
   */
  public static ReportFile open(Path file) {
    if (file == null) {
      return new ReportFile(null, null);
    }
    Path absolute = file.toAbsolutePath().normalize();
    if (Files.isDirectory(absolute)) {
      throw unwritable(file, "it is a folder", null);
    }
    if (!Files.isDirectory(absolute.getParent())) {
      throw unwritable(file, "there is no folder " + absolute.getParent(), null);
    }
    Path draft =
        absolute.resolveSibling(
            ".%s.%d.tmp".formatted(absolute.getFileName(), ProcessHandle.current().pid()));
    try {
      Files.deleteIfExists(draft);
      return new ReportFile(absolute, Files.createFile(draft));
    } catch (IOException e) {
      throw unwritable(file, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  private static GraphemberException unwritable(Path file, String why, IOException cause) {
    return new GraphemberException(
        CliError.OUTPUT_UNWRITABLE,
        "--json = %s: cannot be written, %s.".formatted(file, why),
        cause);
  }

  /** Writes a value and puts the file in its place. */
  public void write(Object value) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(draft, Json.writePretty(value) + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(file, e.getMessage(), e);
    }
  }

  /** Removes what is left if nothing was written. */
  @Override
  public void close() {
    if (draft != null) {
      try {
        Files.deleteIfExists(draft);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
