// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * All settings of a record type and the sections below it, in the order of the components: for a
 * job file that explains itself and for the reference.
 *
 * @param entries sections and settings, a section before what is in it
 */
public record SettingsReference(List<Entry> entries) {
  /** Copies the list. */
  public SettingsReference {
    entries = List.copyOf(entries);
  }

  /**
   * One setting or section.
   *
   * @param path for example {@code training.epochs}; {@code tables[].name} inside a list, {@code
   *     tables.*.name} inside a map
   * @param type in words: text, whole number, one of a, b, list of text, section ...
   * @param optional true if it may be absent and then means nothing
   * @param byDefault as it is written in a document; null without one
   * @param rule range or form in words; empty without one
   * @param description one sentence
   */
  public record Entry(
      String path,
      String type,
      boolean optional,
      String byDefault,
      String rule,
      String description) {
    /** Last name of the path. */
    public String name() {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    /** True if a document must say it. */
    public boolean required() {
      return !optional && byDefault == null && !section();
    }

    /** True if the entry holds other settings. */
    public boolean section() {
      return type.equals(SECTION);
    }
  }

  private static final String SECTION = "section";

  /** A type is walked once: it is asked for with every document that is bound. */
  private static final ClassValue<SettingsReference> REFERENCES =
      new ClassValue<>() {
        @Override
        protected SettingsReference computeValue(Class<?> type) {
          List<Entry> entries = new ArrayList<>();
          walk(type, "", entries);
          return new SettingsReference(entries);
        }
      };

  /**
   * All settings of a record type.
   *
   * @throws IllegalArgumentException if a component has no {@link Setting}
   */
  public static SettingsReference of(Class<? extends Record> type) {
    return REFERENCES.get(type);
  }

  /** Every path whose last name this is. */
  List<String> pathsOf(String name) {
    return entries.stream().filter(e -> e.name().equals(name)).map(Entry::path).toList();
  }

  private static void walk(Class<?> record, String prefix, List<Entry> entries) {
    for (SettingComponent component : SettingComponent.of(record)) {
      final String path = prefix + component.name();
      Setting setting = component.setting();
      entries.add(
          new Entry(
              path,
              typeName(component.type()),
              setting.optional(),
              component.hasDefault() ? setting.byDefault() : null,
              Constraints.rule(component),
              setting.value()));
      walkInto(component.type(), path, entries);
    }
  }

  private static void walkInto(Type type, String path, List<Entry> entries) {
    if (SettingComponent.elementType(type) != null) {
      walkInto(SettingComponent.elementType(type), path + "[]", entries);
    } else if (SettingComponent.valueType(type) != null) {
      walkInto(SettingComponent.valueType(type), path + ".*", entries);
    } else if (type instanceof Class<?> raw && raw.isRecord()) {
      walk(raw, path + ".", entries);
    }
  }

  private static String typeName(Type type) {
    if (SettingComponent.elementType(type) != null) {
      return "list of " + typeName(SettingComponent.elementType(type));
    }
    if (SettingComponent.valueType(type) != null) {
      return "names with " + typeName(SettingComponent.valueType(type));
    }
    Class<?> raw = (Class<?>) type;
    return raw.isRecord() ? SECTION : ScalarReader.typeName(raw);
  }

  /**
   * A document that says every setting with its default and explains it; a required setting stands
   * there without a value, an optional one as a comment.
   */
  public String toYaml() {
    StringBuilder yaml = new StringBuilder();
    String optionalSection = null;
    for (Entry entry : entries) {
      final String path = entry.path();
      if (path.contains("[]") || path.contains(".*")) {
        yaml.append("# ").append(path).append(": ").append(explanation(entry)).append('\n');
        continue;
      }
      if (optionalSection != null && !path.startsWith(optionalSection)) {
        optionalSection = null;
      }
      String margin = "  ".repeat((int) path.chars().filter(c -> c == '.').count());
      margin = optionalSection == null ? margin : "# " + margin;
      yaml.append(margin).append("# ").append(explanation(entry)).append('\n');
      yaml.append(margin).append(line(entry)).append('\n');
      if (optionalSection == null && entry.optional() && entry.section()) {
        optionalSection = path + ".";
      }
    }
    return yaml.toString();
  }

  private static String line(Entry entry) {
    if (entry.byDefault() != null) {
      return entry.name() + ": " + written(entry.byDefault());
    }
    return (entry.optional() ? "# " : "") + entry.name() + ":";
  }

  private static String written(String byDefault) {
    return SettingsText.literal("", byDefault) instanceof SettingNode.Scalar
            && !byDefault.matches("[A-Za-z0-9][A-Za-z0-9 ._/+-]*|\".*\"|'.*'|~|-[0-9.]+")
        ? '"' + byDefault.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : byDefault;
  }

  private static String explanation(Entry entry) {
    StringBuilder text = new StringBuilder(entry.description());
    if (!entry.section()) {
      text.append(" (").append(entry.type());
      if (!entry.rule().isEmpty()) {
        text.append(", ").append(entry.rule());
      }
      text.append(entry.required() ? "; required)" : ")");
    }
    return text.toString();
  }
}
