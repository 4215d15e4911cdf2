// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A temporary folder that is removed with all that is in it. */
final class WorkFolder implements AutoCloseable {
  private final Path path;

  WorkFolder() {
    try {
      path = Files.createTempDirectory("graphember-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Files.walkFileTree(path, new Remover());
    } catch (NoSuchFileException expected) {
      // somebody tidied up before us
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
