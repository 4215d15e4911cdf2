// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Text to nodes. A text that begins with a brace is read as JSON if it is JSON, everything else as
 * YAML.
 */
final class SettingsText {
  static final int MAX_BYTES = 1 << 20;
  static final int MAX_DEPTH = 32;

  private static final JsonFactory JSON = new JsonFactory();
  private static final YAMLFactory YAML =
      YAMLFactory.builder().loaderOptions(new LoaderOptions()).build();

  private final String name;
  private final JsonParser parser;

  private SettingsText(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  /** Reads a whole document; an empty one is an empty section. */
  static SettingNode.Section document(String name, String text) {
    if (text.length() > MAX_BYTES) {
      throw tooLong(name);
    }
    SettingNode root = node(name, text.startsWith("\uFEFF") ? text.substring(1) : text);
    if (root instanceof SettingNode.Section section) {
      return section;
    }
    if (root.absent()) {
      return new SettingNode.Section(Map.of(), 1);
    }
    throw unreadable(
        name + ":" + root.line(), "expected settings as name: value, found " + root.text());
  }

  /**
   * Reads a value as it is written after an equals sign: a quoted text, a list in brackets or a
   * section in braces as in YAML, anything else as it stands.
   */
  static SettingNode literal(String where, String text) {
    final String value = text.strip();
    if (value.isEmpty() || value.equals("~") || value.equals("null")) {
      return new SettingNode.Absent(SettingNode.FROM_OVERRIDE);
    }
    if ("[{\"'".indexOf(value.charAt(0)) < 0) {
      return new SettingNode.Scalar(value, SettingNode.FROM_OVERRIDE);
    }
    return overridden(node(where, value));
  }

  private static SettingNode overridden(SettingNode node) {
    final int line = SettingNode.FROM_OVERRIDE;
    if (node instanceof SettingNode.Sequence sequence) {
      return new SettingNode.Sequence(
          sequence.items().stream().map(SettingsText::overridden).toList(), line);
    }
    if (node instanceof SettingNode.Section section) {
      Map<String, SettingNode> entries = new LinkedHashMap<>();
      section.entries().forEach((key, value) -> entries.put(key, overridden(value)));
      return new SettingNode.Section(entries, line);
    }
    return node instanceof SettingNode.Scalar scalar
        ? new SettingNode.Scalar(scalar.value(), line)
        : new SettingNode.Absent(line);
  }

  private static SettingNode node(String name, String text) {
    if (text.stripLeading().startsWith("{")) {
      try (JsonParser parser = JSON.createParser(text)) {
        return new SettingsText(name, parser).root();
      } catch (IOException expected) {
        // Not JSON: a section of YAML may begin with a brace too.
      }
    }
    try (JsonParser parser = YAML.createParser(text)) {
      return new SettingsText(name, parser).yaml();
    } catch (JsonProcessingException e) {
      throw notYaml(name, e);
    } catch (IOException e) {
      throw unreadable(name, "cannot be read", e);
    }
  }

  private SettingNode yaml() throws IOException {
    try {
      return root();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // The library lets these out of its scanner: an escape cut off by the end of the text.
      throw unreadable(
          name + ":" + line(), "not YAML: an escape in this line or below is malformed", e);
    }
  }

  private SettingNode root() throws IOException {
    if (parser.nextToken() == null) {
      return new SettingNode.Absent(1);
    }
    SettingNode root = value(line(), 0);
    if (parser.nextToken() != null) {
      throw refused("a second document begins; one is allowed");
    }
    return root;
  }

  private SettingNode value(int keyLine, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw refused("nested deeper than " + MAX_DEPTH + " levels");
    }
    refuseReferences();
    return switch (parser.currentToken()) {
      case START_OBJECT -> section(keyLine, depth);
      case START_ARRAY -> sequence(keyLine, depth);
      case VALUE_NULL -> new SettingNode.Absent(line());
      default -> new SettingNode.Scalar(parser.getText(), line());
    };
  }

  private SettingNode section(int line, int depth) throws IOException {
    Map<String, SettingNode> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      refuseReferences();
      final String key = parser.getCurrentName();
      final int keyLine = line();
      if (entries.containsKey(key)) {
        throw refused(
            key + " is set twice, first in line " + entries.get(key).line() + "; set it once");
      }
      parser.nextToken();
      entries.put(key, value(keyLine, depth + 1));
    }
    return new SettingNode.Section(entries, line);
  }

  private SettingNode sequence(int line, int depth) throws IOException {
    List<SettingNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(line(), depth + 1));
    }
    return new SettingNode.Sequence(items, line);
  }

  private void refuseReferences() throws IOException {
    if (parser instanceof YAMLParser yaml) {
      if (yaml.isCurrentAlias() || yaml.getObjectId() != null) {
        throw refused("anchors (&) and aliases (*) are not allowed; write the value out");
      }
      if (yaml.getTypeId() != null) {
        throw refused("tags (a word after !) are not allowed; leave them out");
      }
    }
  }

  private int line() {
    return Math.max(1, parser.currentTokenLocation().getLineNr());
  }

  private GraphemberException refused(String rule) {
    return unreadable(name + ":" + line(), rule);
  }

  private static GraphemberException notYaml(String name, JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      String context = marked.getContext() == null ? "" : marked.getContext() + ", ";
      return unreadable(
          name + ":" + (marked.getProblemMark().getLine() + 1),
          "not YAML: " + oneLine(context + marked.getProblem()),
          e);
    }
    final int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    final String problem =
        e.getCause() == null
            ? "a name must be one text"
            : oneLine(String.valueOf(e.getCause().getMessage()));
    return unreadable(name + ":" + line, "not YAML: " + problem, e);
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\s+", " ").strip();
  }

  static GraphemberException tooLong(String name) {
    return unreadable(name, "is longer than the limit of " + MAX_BYTES + " bytes");
  }

  static GraphemberException unreadable(String where, String what) {
    return unreadable(where, what, null);
  }

  static GraphemberException unreadable(String where, String what, @Nullable Throwable cause) {
    return new GraphemberException(
        ConfigError.SETTINGS_UNREADABLE, where + ": " + what + ".", cause);
  }
}
