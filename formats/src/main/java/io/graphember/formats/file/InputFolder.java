// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.file;

import io.graphember.config.NearestName;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder that holds a graph's files; nothing outside is ever opened. */
public final class InputFolder {
  private final String name;
  private final Path root;
  private final Path realRoot;

  /**
   * Opens a folder.
   *
   * @param base folder that a relative one is in
   * @param folder as the user wrote it
   */
  public InputFolder(Path base, String folder) {
    name = folder;
    root = pathOf(base, folder);
    if (!Files.isDirectory(root)) {
      String looked = Path.of(folder).isAbsolute() ? "" : ", looked for " + root;
      throw new GraphemberException(
          InputError.INPUT_MISSING, name + ": there is no such folder" + looked + ".");
    }
    realRoot = real(root, name);
  }

  /** A file by its path below the folder. */
  public InputFile file(String below) {
    Path path = inside(below);
    final String shown = shown(below);
    if (!Files.isRegularFile(path)) {
      final String rule = Files.exists(path) ? "this is no regular file" : "there is no such file";
      throw new GraphemberException(
          InputError.INPUT_MISSING, shown + ": " + rule + nearest(path) + ".");
    }
    try {
      return new InputFile(shown, path, Files.size(path));
    } catch (IOException e) {
      throw unreadable(shown, e);
    }
  }

  /** True if there is a file, compressed under {@code below + ".gz"} or not. */
  public boolean hasEither(String below) {
    return Files.exists(inside(below + ".gz")) || Files.exists(inside(below));
  }

  /** The compressed file if it is there, otherwise the one without {@code .gz}. */
  public InputFile either(String below) {
    return Files.exists(inside(below + ".gz")) || !Files.exists(inside(below))
        ? file(below + ".gz")
        : file(below);
  }

  /** Names of the folders in a folder, sorted; empty if it is not there. */
  public List<String> folders(String below) {
    Path folder = inside(below);
    return Files.isDirectory(folder) ? names(folder, true) : List.of();
  }

  /** How messages call a path below the folder. */
  public String shown(String below) {
    return name.endsWith("/") ? name + below : name + "/" + below;
  }

  private Path inside(String below) {
    Path path = pathOf(root, below);
    if (Path.of(below).isAbsolute() || !path.startsWith(root.normalize())) {
      throw outside(below);
    }
    if (Files.exists(path) && !real(path, shown(below)).startsWith(realRoot)) {
      throw outside(below);
    }
    return path;
  }

  private GraphemberException outside(String below) {
    return new GraphemberException(
        InputError.INPUT_OUTSIDE_FOLDER, below + ": leads out of the data folder " + name + ".");
  }

  private static Path pathOf(Path base, String path) {
    try {
      return base.resolve(path).normalize();
    } catch (InvalidPathException e) {
      throw new GraphemberException(
          InputError.INPUT_MISSING, "A path cannot be used: " + e.getReason() + ".", e);
    }
  }

  private static Path real(Path path, String shown) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw unreadable(shown, e);
    }
  }

  private static String nearest(Path absent) {
    Path folder = absent.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return "";
    }
    return NearestName.of(absent.getFileName().toString(), names(folder, false))
        .map(known -> ", the nearest name is " + known)
        .orElse("");
  }

  private static List<String> names(Path folder, boolean folders) {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths
          .filter(path -> Files.isDirectory(path) == folders)
          .map(path -> path.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw unreadable(folder.toString(), e);
    }
  }

  public static GraphemberException unreadable(String shown, IOException e) {
    return new GraphemberException(
        InputError.INPUT_UNREADABLE,
        shown + ": cannot be read (" + e.getClass().getSimpleName() + ").",
        e);
  }
}
