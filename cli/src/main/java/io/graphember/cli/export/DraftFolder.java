// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.cli.error.CliError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder whose new files appear when all of them are complete, or not at all. Until then they are
 * hidden beside their places.
 */
final class DraftFolder implements AutoCloseable {
  private final Path folder;
  private final boolean made;
  private final Map<Path, Path> drafts = new LinkedHashMap<>(); // by the file each becomes
  private boolean committed;

  private DraftFolder(Path folder, boolean made) {
    this.folder = folder;
    this.made = made;
  }

  /**
   * Prepares to write; makes the folder if it is not there.
   *
   * @param written names of files that may be written
   * @param overwrite whether they may replace others
   * @throws GraphemberException with code {@link CliError#OUTPUT_UNWRITABLE} or {@link
   *     CliError#OUTPUT_EXISTS}
   */
  static DraftFolder open(Path folder, Predicate<String> written, boolean overwrite) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
      throw unwritable(folder, "it is no folder", null);
    }
    if (Files.isDirectory(absolute)) {
      for (Path file : files(absolute, written)) {
        requireReplaceable(file, overwrite);
      }
      if (!Files.isWritable(absolute)) {
        throw unwritable(folder, "nothing may be written there", null);
      }
      return new DraftFolder(absolute, false);
    }
    Path parent = absolute.resolveSibling("");
    if (!Files.isDirectory(parent)) {
      throw unwritable(folder, "there is no folder " + parent, null);
    }
    try {
      return new DraftFolder(Files.createDirectory(absolute), true);
    } catch (IOException e) {
      throw unwritable(folder, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> files(Path folder, Predicate<String> written) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> written.test(file.getFileName().toString())).sorted().toList();
    } catch (IOException e) {
      throw unwritable(folder, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  private static void requireReplaceable(Path file, boolean overwrite) {
    if (Files.isDirectory(file)) {
      throw unwritable(file, "it is a folder", null);
    }
    if (!overwrite) {
      throw new GraphemberException(
          CliError.OUTPUT_EXISTS,
          "%s: is there already; say --overwrite to replace it, or name another folder."
              .formatted(file));
    }
  }

  static GraphemberException unwritable(Path file, String why, @Nullable IOException cause) {
    return new GraphemberException(
        CliError.OUTPUT_UNWRITABLE, "%s: cannot be written, %s.".formatted(file, why), cause);
  }

  /** The folder. */
  Path folder() {
    return folder;
  }

  /** Names of the files that were begun. */
  List<String> names() {
    return drafts.keySet().stream().map(file -> file.getFileName().toString()).toList();
  }

  /** A new file, which has this name once all are complete. */
  Path draft(String name) throws IOException {
    Path draft = folder.resolve(".%s.%d.tmp".formatted(name, ProcessHandle.current().pid()));
    if (drafts.putIfAbsent(folder.resolve(name), draft) != null) {
      throw new FileAlreadyExistsException(name); // of a type X-keys, and of keys of a type X
    }
    Files.deleteIfExists(draft);
    return Files.createFile(draft);
  }

  /** All files are complete: puts them in their places. */
  void commit() throws IOException {
    for (Map.Entry<Path, Path> draft : drafts.entrySet()) {
      Files.move(
          draft.getValue(),
          draft.getKey(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
    committed = true;
  }

  /** Removes what is left if the files were not committed. */
  @Override
  public void close() {
    try {
      for (Path draft : drafts.values()) {
        Files.deleteIfExists(draft);
      }
      if (made && !committed) {
        Files.deleteIfExists(folder);
      }
    } catch (DirectoryNotEmptyException expected) {
      // Somebody else has put something there.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
