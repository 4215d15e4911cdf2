// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;

/**
 * Settings as text: a YAML or JSON document with the line of every value. Immutable.
 *
 * <p>Limits: 1 MiB of text, 32 levels of nesting, no anchors, aliases or tags, no key twice.
 */
public final class SettingsDocument {
  private SettingsDocument() {}

  /**
   * Reads a text.
   *
   * @param name name of the text in messages, for example the file's
   * @param text YAML or JSON
   * @throws GraphemberException with {@link ConfigError#SETTINGS_UNREADABLE}
   */
  public static SettingsDocument parse(String name, String text) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads a UTF-8 file.
   *
   * @throws GraphemberException with {@link ConfigError#SETTINGS_UNREADABLE}
   */
  public static SettingsDocument read(Path file) {
    throw new UnsupportedOperationException();
  }

  /**
   * The document with one setting changed; the path is created if it is not there.
   *
   * @param assignment {@code path=value}, for example {@code training.epochs=5} or {@code
   *     features=[a, b]}
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID}
   */
  public SettingsDocument set(String assignment) {
    throw new UnsupportedOperationException();
  }

  /** The section at a path, empty if it is absent; messages keep the whole path. */
  public SettingsDocument section(String path) {
    throw new UnsupportedOperationException();
  }

  /** True if the document says anything at that path. */
  public boolean has(String path) {
    throw new UnsupportedOperationException();
  }

  /**
   * The settings as a checked record.
   *
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID} and all problems
   * @throws IllegalArgumentException if the record type itself is wrong: our bug
   */
  public <R extends Record> R bind(Class<R> type) {
    throw new UnsupportedOperationException();
  }

  /** A record as JSON on one line, which reads back with {@link #parse} and {@link #bind}. */
  public static String toJson(Record settings) {
    throw new UnsupportedOperationException();
  }
}
