// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.disk;

import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCheckedException;
import org.apache.ignite.IgniteException;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.processors.cache.persistence.file.FilePageStoreManager;

/**
 * Caches that are being destroyed, noted on the disk of this node before. If the node dies before
 * Ignite has removed their files, they go at its next start: Ignite refuses a node with files of
 * caches that its cluster does not have. Names of caches are used once, so a note is never about a
 * later cache.
 *
 * <p>The file {@value #FILE} in the folder of the node's caches: UTF-8, a name on each line.
 *
 * <p>Safe for use by several threads. One for each node.
 */
public final class DestroyedCaches {
  private static final String FILE = "graphember.destroyed";

  private final Ignite ignite;

  /** Those of a node, which keeps caches on disk. */
  @Inject
  public DestroyedCaches(Ignite ignite) {
    this.ignite = ignite;
  }

  /**
   * Notes caches; what is noted survives a crash of the machine. Of those noted earlier Ignite has
   * removed the files by now: their empty folders, which it leaves, and their notes go.
   *
   * @throws UncheckedIOException if the notes cannot be read or written
   */
  public synchronized void note(Collection<String> caches) {
    Path folder = folder();
    try {
      Set<String> noted = noted(folder);
      Set<String> left = new TreeSet<>(caches);
      for (String cache : noted) {
        if (!removeEmpty(files(folder, cache))) {
          left.add(cache);
        }
      }
      write(folder, left);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Removes the files of caches that were noted. Called before the node looks which caches it has,
   * and after it has locked its folder.
   *
   * @throws UncheckedIOException if they cannot be removed
   */
  public synchronized void removeFiles() {
    Path folder = folder();
    try {
      for (String cache : noted(folder)) {
        Path files = files(folder, cache);
        if (Files.exists(files)) {
          delete(files);
          ignite.log().info("Graphember: removed files of " + cache + ", which was destroyed");
        }
      }
      Files.deleteIfExists(folder.resolve(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path folder() {
    try {
      return ((IgniteEx) ignite)
          .context()
          .pdsFolderResolver()
          .resolveFolders()
          .persistentStoreNodePath()
          .toPath();
    } catch (IgniteCheckedException e) {
      throw new IgniteException("The folder of the node's caches is not known", e);
    }
  }

  private static Path files(Path folder, String cache) {
    return folder.resolve(FilePageStoreManager.cacheDirName(false, cache));
  }

  private static boolean removeEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path file : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Set<String> noted(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    return Files.exists(file)
        ? new TreeSet<>(Files.readAllLines(file, StandardCharsets.UTF_8))
        : new TreeSet<>();
  }

  private static void write(Path folder, Set<String> caches) throws IOException {
    Path written = folder.resolve(FILE + ".tmp");
    try (FileChannel file =
        FileChannel.open(
            written,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer names = StandardCharsets.UTF_8.encode(String.join("\n", caches) + "\n");
      while (names.hasRemaining()) {
        file.write(names);
      }
      file.force(true);
    }
    Files.move(written, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
      entries.force(true); // the new name
    }
  }
}
