// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.disk;

import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCheckedException;
import org.apache.ignite.IgniteException;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.processors.cache.persistence.file.FilePageStoreManager;

/**
 * The folder in which Ignite keeps the caches of this node on disk. Safe for use by several
 * threads.
 */
final class NodeFolder {
  private static final String OURS = "graphember.";
  private static final String PARTITION = "part-";

  private final Ignite ignite;

  @Inject
  NodeFolder(Ignite ignite) {
    this.ignite = ignite;
  }

  /** The folder, once Ignite has locked it. */
  Path path() {
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

  /** The files of a cache. */
  Path of(String cache) {
    return path().resolve(name(cache));
  }

  private static String name(String cache) {
    return FilePageStoreManager.cacheDirName(false, cache);
  }

  /** The files of our caches of which the node has no partition. */
  List<Path> withoutPartitions() throws IOException {
    try (Stream<Path> folders = Files.list(path())) {
      List<Path> ours =
          folders
              .filter(folder -> folder.getFileName().toString().startsWith(name(OURS)))
              .filter(Files::isDirectory)
              .toList();
      List<Path> empty = new ArrayList<>();
      for (Path folder : ours) {
        if (!hasPartition(folder)) {
          empty.add(folder);
        }
      }
      return empty;
    }
  }

  private static boolean hasPartition(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(PARTITION));
    }
  }

  /** Removes a folder with what is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path file : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What was written, moved or removed in the folder is so after a crash of the machine, too. */
  void force() throws IOException {
    try (FileChannel entries = FileChannel.open(path(), StandardOpenOption.READ)) {
      entries.force(true);
    }
  }
}
