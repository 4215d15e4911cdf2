// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.cli.error.CliError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** A file that holds a password. */
final class PrivateFile {
  private static final int MOST_BYTES = 4096;

  private PrivateFile() {}

  /**
   * The password in a file: its first line.
   *
   * @throws GraphemberException with code {@link CliError#PASSWORD_FILE_UNUSABLE} or {@link
   *     CliError#PASSWORD_EXPOSED}
   */
  static String password(Path file) {
    requirePrivate(file);
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      return text.lines()
          .findFirst()
          .filter(line -> !line.isEmpty())
          .orElseThrow(() -> unusable(file, "its first line is empty, write the password there"));
    } catch (NoSuchFileException e) {
      throw unusable(file, "there is no such file");
    } catch (IOException e) {
      throw unusable(file, "cannot be read");
    }
  }

  /**
   * Goes on if not everybody can read a file.
   *
   * @throws GraphemberException with code {@link CliError#PASSWORD_EXPOSED}
   */
  static void requirePrivate(Path file) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new GraphemberException(
            CliError.PASSWORD_EXPOSED,
            "%s holds a password, and everybody can read it: chmod 600 %s".formatted(file, file)
                + " keeps it to you.");
      }
    } catch (IOException e) {
      return; // reading it says why
    }
  }

  private static GraphemberException unusable(Path file, String why) {
    return new GraphemberException(CliError.PASSWORD_FILE_UNUSABLE, "%s: %s.".formatted(file, why));
  }
}
