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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A report file that appears whole or not at all. Whether it can be written is known when it is
 * opened, long before there is something to write.
 */
public final class ReportFile implements AutoCloseable {
  private final Optional<Target> target; // empty to write nothing

  /**
   * Where a report goes.
   *
   * @param option that names it
   * @param file the report, once it is complete
   * @param draft the same before
   */
  private record Target(String option, Path file, Path draft) {}

  private ReportFile(Optional<Target> target) {
    this.target = target;
  }

  /** A ratio in a report: null if it is infinite, which JSON cannot say. */
  static @Nullable Double finite(double ratio) {
    return Double.isFinite(ratio) ? ratio : null;
  }

  /**
   * Prepares to write what {@code --json} names; see {@link #open(String, Path)}.
   *
   * @param file the file, which may exist; null to write nothing
   */
  public static ReportFile open(@Nullable Path file) {
    return open("--json", file);
  }

  /**
   * Prepares to write.
   *
   * @param option that names the file
   * @param file the file, which may exist; null to write nothing
   * @throws GraphemberException with code {@link CliError#OUTPUT_UNWRITABLE}
   */
  public static ReportFile open(String option, @Nullable Path file) {
    if (file == null) {
      return new ReportFile(Optional.empty());
    }
    Path absolute = file.toAbsolutePath().normalize();
    if (Files.isDirectory(absolute)) {
      throw unwritable(option, file, "it is a folder", null);
    }
    Path folder = absolute.resolveSibling("");
    if (!Files.isDirectory(folder)) {
      throw unwritable(option, file, "there is no folder " + folder, null);
    }
    Path draft =
        absolute.resolveSibling(
            ".%s.%d.tmp".formatted(absolute.getFileName(), ProcessHandle.current().pid()));
    try {
      Files.deleteIfExists(draft);
      return new ReportFile(Optional.of(new Target(option, absolute, Files.createFile(draft))));
    } catch (IOException e) {
      throw unwritable(option, file, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  private static GraphemberException unwritable(
      String option, Path file, String why, @Nullable IOException cause) {
    return new GraphemberException(
        CliError.OUTPUT_UNWRITABLE,
        "%s = %s: cannot be written, %s.".formatted(option, file, why),
        cause);
  }

  /** Writes a value and puts the file in its place. */
  public void write(Object value) {
    target.ifPresent(to -> write(Json.writePretty(value) + "\n", to));
  }

  /** True if something is to be written. */
  public boolean asked() {
    return target.isPresent();
  }

  /** Writes a text and puts the file in its place. */
  public void writeText(String text) {
    target.ifPresent(to -> write(text, to));
  }

  private static void write(String text, Target to) {
    try {
      Files.writeString(to.draft, text);
      Files.move(
          to.draft, to.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(to.option, to.file, String.valueOf(e.getMessage()), e);
    }
  }

  /** Removes what is left if nothing was written. */
  @Override
  public void close() {
    try {
      if (target.isPresent()) {
        Files.deleteIfExists(target.get().draft);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
