// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.setting.Tagged;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings as text: a YAML or JSON document with the line of every value. Immutable, so any thread
 * may use it.
 *
 * <p>Limits: 1 MiB of text, 32 levels of nesting, no anchors, aliases or tags, no name twice.
 */
public final class SettingsDocument {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("\\s*([A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)\\s*=(.*)", Pattern.DOTALL);

  private final String name;
  private final String prefix; // empty, or the path of the root and a dot
  private final SettingNode.Section root;

  private SettingsDocument(String name, String prefix, SettingNode.Section root) {
    this.name = name;
    this.prefix = prefix;
    this.root = root;
  }

  /**
   * Reads a text.
   *
   * @param name name of the text in messages, for example the file's
   * @param text YAML or JSON
   * @throws GraphemberException with {@link ConfigError#SETTINGS_UNREADABLE}
   */
  public static SettingsDocument parse(String name, String text) {
    return new SettingsDocument(name, "", SettingsText.document(name, text));
  }

  /**
   * A section of texts that were read before.
   *
   * @param name name of the document in messages
   * @param path path of the section in messages
   * @param values settings by name
   */
  public static SettingsDocument of(String name, String path, Map<String, String> values) {
    Map<String, SettingNode> entries = new LinkedHashMap<>();
    new TreeMap<>(values)
        .forEach((setting, value) -> entries.put(setting, new SettingNode.Scalar(value, 1)));
    return new SettingsDocument(name, path + ".", new SettingNode.Section(entries, 1));
  }

  /**
   * Reads a UTF-8 file.
   *
   * @throws GraphemberException with {@link ConfigError#SETTINGS_UNREADABLE}
   */
  public static SettingsDocument read(Path file) {
    final String name = file.toString();
    if (Files.isDirectory(file)) {
      throw SettingsText.unreadable(name, "is a folder, not a file of settings");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(SettingsText.MAX_BYTES + 1);
      if (bytes.length > SettingsText.MAX_BYTES) {
        throw SettingsText.tooLong(name);
      }
      return parse(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw SettingsText.unreadable(name, "is not UTF-8; save it so, or convert it with iconv", e);
    } catch (NoSuchFileException e) {
      throw SettingsText.unreadable(name, "there is no such file", e);
    } catch (IOException e) {
      throw SettingsText.unreadable(name, "cannot be read", e);
    }
  }

  /**
   * The document with one setting changed; the path is created if it is not there.
   *
   * @param assignment {@code path=value}, for example {@code training.epochs=5} or {@code
   *     features=[a, b]}; the value is a list in brackets, a section in braces or a quoted text as
   *     in YAML, anything else is taken as it stands, and nothing puts the default back
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID}
   */
  public SettingsDocument set(String assignment) {
    var matcher = ASSIGNMENT.matcher(assignment);
    if (!matcher.matches()) {
      Problems problems = new Problems(name);
      problems.add(
          SettingNode.FROM_OVERRIDE,
          assignment,
          "must be a path and a value, for example training.epochs=5");
      throw problems.report();
    }
    final String path = matcher.group(1);
    SettingNode value = SettingsText.literal("--set " + path, matcher.group(3));
    return new SettingsDocument(name, prefix, with(root, path, path, value));
  }

  private SettingNode.Section with(
      SettingNode.Section section, String path, String rest, SettingNode value) {
    Map<String, SettingNode> entries = new LinkedHashMap<>(section.entries());
    final int dot = rest.indexOf('.');
    if (dot < 0) {
      entries.put(rest, value);
    } else {
      final String first = rest.substring(0, dot);
      final String parent = path.substring(0, path.length() - rest.length() + dot);
      SettingNode.Section child = child(entries.get(first), parent, SettingNode.FROM_OVERRIDE);
      entries.put(first, with(child, path, rest.substring(dot + 1), value));
    }
    return new SettingNode.Section(entries, section.line());
  }

  /**
   * The section at a path, empty if it is absent; messages keep the whole path.
   *
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID} if a value is there
   */
  public SettingsDocument section(String path) {
    SettingNode.Section section = root;
    int end = 0;
    for (String step : path.split("\\.")) {
      end += step.length();
      section = child(section.entries().get(step), path.substring(0, end), section.line());
      end++;
    }
    return new SettingsDocument(name, prefix + path + ".", section);
  }

  private SettingNode.Section child(@Nullable SettingNode node, String path, int lineIfAbsent) {
    if (node instanceof SettingNode.Section section) {
      return section;
    }
    if (node != null && !node.absent()) {
      Problems problems = new Problems(name);
      problems.add(node, prefix + path, "must be a section with settings of its own");
      throw problems.report();
    }
    return new SettingNode.Section(Map.of(), node == null ? lineIfAbsent : node.line());
  }

  /** True if the document says anything at that path. */
  public boolean has(String path) {
    SettingNode node = at(path);
    return node != null && !node.absent();
  }

  /** The value at that path as it is written; empty if there is none, or a section or a list. */
  public Optional<String> text(String path) {
    return at(path) instanceof SettingNode.Scalar scalar
        ? Optional.of(scalar.value())
        : Optional.empty();
  }

  /** What the document says at a path, or null. */
  private @Nullable SettingNode at(String path) {
    SettingNode node = root;
    for (String step : path.split("\\.")) {
      node = node instanceof SettingNode.Section section ? section.entries().get(step) : null;
    }
    return node;
  }

  /**
   * The settings as a checked record.
   *
   * @param type of the record, or an interface of tagged ones, see {@link Tagged}
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID} and all problems
   * @throws IllegalArgumentException if the record type itself is wrong: our bug
   */
  public <R> R bind(Class<R> type) {
    Problems problems = new Problems(name);
    Object settings =
        new SettingsBinder(problems, SettingsReference.of(type), prefix).bind(type, root);
    if (problems.count() > 0) {
      throw problems.report();
    }
    return type.cast(settings);
  }

  /** A record as JSON on one line, which reads back with {@link #parse} and {@link #bind}. */
  public static String toJson(Record settings) {
    return SettingsJson.of(settings);
  }
}
