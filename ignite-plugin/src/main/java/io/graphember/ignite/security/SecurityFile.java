// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.config.ConfigError;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The file of users and roles, read again when it has changed; looked at once a second at most. A
 * change that cannot be read is logged and has no effect. Safe for use by several threads.
 */
final class SecurityFile {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path path;
  private final Consumer<String> errors;
  private volatile SecuritySettings settings;
  private FileTime seen;
  private long lookedNanos;

  /**
   * Reads the file.
   *
   * @param errors hears why a change has no effect
   * @throws GraphemberException with all problems of the file at once
   */
  SecurityFile(Path path, Consumer<String> errors) {
    this.path = path;
    this.errors = errors;
    this.seen = modified();
    this.lookedNanos = System.nanoTime();
    this.settings = read();
  }

  /** What the file says now. */
  SecuritySettings settings() {
    look();
    return settings;
  }

  private synchronized void look() {
    if (System.nanoTime() - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = System.nanoTime();
    FileTime modified = modified();
    if (Objects.equals(modified, seen)) {
      return;
    }
    seen = modified;
    try {
      settings = read();
    } catch (GraphemberException e) {
      errors.accept(
          "%s has changed and cannot be read, what it said before holds: %s"
              .formatted(path, e.getMessage()));
    }
  }

  private SecuritySettings read() {
    SecuritySettings read = SettingsDocument.read(path).bind(SecuritySettings.class);
    read.users()
        .forEach(
            (login, user) -> {
              if (user.password() != null && PasswordHash.parse(user.password()).isEmpty()) {
                throw noHash(login);
              }
            });
    return read;
  }

  /** Without the value, which may be a password. */
  private GraphemberException noHash(String login) {
    return new GraphemberException(
        ConfigError.SETTINGS_INVALID,
        "%s: users.%s.password is no hash: put there what graphember hash-password prints, pbkdf2-sha256:ROUNDS:SALT:HASH."
            .formatted(path, login));
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
