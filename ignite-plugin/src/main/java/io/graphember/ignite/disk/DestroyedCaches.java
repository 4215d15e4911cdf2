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
import java.util.Set;
import java.util.TreeSet;
import org.apache.ignite.Ignite;

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
  private final NodeFolder folder;

  /** Those of a node, which keeps caches on disk. */
  @Inject
  DestroyedCaches(Ignite ignite, NodeFolder folder) {
    this.ignite = ignite;
    this.folder = folder;
  }

  /**
   * Notes caches; what is noted survives a crash of the machine. Of those noted earlier Ignite has
   * removed the files by now: their empty folders, which it leaves, and their notes go.
   *
   * @throws UncheckedIOException if the notes cannot be read or written
   */
  public synchronized void note(Collection<String> caches) {
    try {
      Set<String> noted = noted();
      Set<String> left = new TreeSet<>(caches);
      for (String cache : noted) {
        if (!removeEmpty(folder.of(cache))) {
          left.add(cache);
        }
      }
      write(left);
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
    try {
      for (String cache : noted()) {
        Path files = folder.of(cache);
        if (Files.exists(files)) {
          NodeFolder.delete(files);
          ignite.log().info("Graphember: removed files of " + cache + ", which was destroyed");
        }
      }
      Files.deleteIfExists(folder.path().resolve(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean removeEmpty(Path files) throws IOException {
    try {
      Files.deleteIfExists(files);
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  private Set<String> noted() throws IOException {
    Path file = folder.path().resolve(FILE);
    return Files.exists(file)
        ? new TreeSet<>(Files.readAllLines(file, StandardCharsets.UTF_8))
        : new TreeSet<>();
  }

  private void write(Set<String> caches) throws IOException {
    Path written = folder.path().resolve(FILE + ".tmp");
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
    Files.move(written, folder.path().resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    folder.force();
  }
}
