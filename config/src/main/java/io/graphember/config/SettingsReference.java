// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.setting.Setting;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @param byDefault as it is written in a document; empty without one
   * @param rule range or form in words; empty without one
   * @param description one sentence
   * @param goesWith tag of the section and its values that the setting goes with, for example
   *     {@code type: gat, hgt}; empty if it goes with all
   */
  public record Entry(
      String path,
      String type,
      boolean optional,
      Optional<String> byDefault,
      String rule,
      String description,
      String goesWith) {
    /** A setting that goes with all of the section's tags. */
    public Entry(
        String path,
        String type,
        boolean optional,
        Optional<String> byDefault,
        String rule,
        String description) {
      this(path, type, optional, byDefault, rule, description, "");
    }

    /** The same setting of certain tags only, beside those that it has already. */
    private Entry with(String tags) {
      return new Entry(
          path,
          type,
          optional,
          byDefault,
          rule,
          description,
          goesWith.isEmpty() ? tags : tags + "; " + goesWith);
    }

    /** Last name of the path. */
    public String name() {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    /** True if a document must say it. */
    public boolean required() {
      return !optional && byDefault.isEmpty() && !section();
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
          return new SettingsReference(walk(type, ""));
        }
      };

  /**
   * All settings of a record type, or of an interface of tagged ones.
   *
   * @throws IllegalArgumentException if a component has no {@link Setting}
   */
  public static SettingsReference of(Class<?> type) {
    return REFERENCES.get(type);
  }

  /**
   * The tags of an interface of tagged records.
   *
   * @throws IllegalArgumentException if the interface has none
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.spi.error.SpiError#PROVIDER_UNUSABLE} if a jar brings what is no such record
   */
  public static List<String> tags(Class<?> tagged) {
    return Alternatives.of(tagged)
        .orElseThrow(() -> new IllegalArgumentException(tagged.getName() + " is not tagged"))
        .names();
  }

  /** Every path whose last name this is. */
  List<String> pathsOf(String name) {
    return entries.stream().filter(e -> e.name().equals(name)).map(Entry::path).distinct().toList();
  }

  /**
   * The tags that the settings at a path go with; empty if there is none, or one that goes with
   * all.
   *
   * @param path with numbers of list elements
   */
  Optional<String> goesWith(String path) {
    String general = path.replaceAll("\\[\\d+\\]", "[]");
    return entries.stream()
        .filter(entry -> entry.path().equals(general) && !entry.goesWith().isEmpty())
        .map(Entry::goesWith)
        .findFirst();
  }

  private static List<Entry> walk(Class<?> type, String prefix) {
    return Alternatives.of(type)
        .map(alternatives -> alternatives(alternatives, prefix))
        .orElseGet(() -> components(type, prefix));
  }

  private static List<Entry> components(Class<?> record, String prefix) {
    List<Entry> entries = new ArrayList<>();
    for (SettingComponent component : SettingComponent.of(record)) {
      if (component.inlined()) {
        entries.addAll(walk(component.rawType(), prefix));
        continue;
      }
      final String path = prefix + component.name();
      Setting setting = component.setting();
      entries.add(
          new Entry(
              path,
              typeName(component.type()),
              setting.optional(),
              component.hasDefault() ? Optional.of(setting.byDefault()) : Optional.empty(),
              Constraints.rule(component),
              setting.value()));
      entries.addAll(inside(component.type(), path));
    }
    return entries;
  }

  private static List<Entry> inside(Type type, String path) {
    if (SettingComponent.isSection(type)) {
      return walk((Class<?>) type, path + ".");
    }
    return SettingComponent.elementType(type)
        .map(element -> inside(element, path + "[]"))
        .or(() -> SettingComponent.valueType(type).map(held -> inside(held, path + ".*")))
        .orElse(List.of());
  }

  /** The tag, and what each of the records has: what several have stands there once. */
  private static List<Entry> alternatives(Alternatives alternatives, String prefix) {
    Map<Entry, List<String>> tagsOf = new LinkedHashMap<>();
    alternatives
        .records()
        .forEach(
            (tag, record) ->
                walk(record, prefix)
                    .forEach(
                        entry -> tagsOf.computeIfAbsent(entry, k -> new ArrayList<>()).add(tag)));
    List<Entry> entries = new ArrayList<>();
    entries.add(
        new Entry(
            prefix + alternatives.by(),
            alternatives.rule(),
            false,
            alternatives.hasDefault()
                ? Optional.of(alternatives.tagged().byDefault())
                : Optional.empty(),
            "",
            alternatives.tagged().value()));
    tagsOf.forEach(
        (entry, tags) ->
            entries.add(
                tags.size() < around(alternatives, tagsOf, entry, prefix)
                    ? entry.with(alternatives.by() + ": " + String.join(", ", tags))
                    : entry));
    return entries;
  }

  /** How many tags have the section that a setting is in; a setting of as many need not say so. */
  private static int around(
      Alternatives alternatives, Map<Entry, List<String>> tagsOf, Entry entry, String prefix) {
    final int end = entry.path().indexOf('.', prefix.length());
    if (end < 0) {
      return alternatives.records().size();
    }
    String section = entry.path().substring(0, end).replace("[]", "");
    return (int)
        tagsOf.entrySet().stream()
            .filter(other -> other.getKey().path().equals(section))
            .filter(other -> other.getKey().type().endsWith(SECTION))
            .flatMap(other -> other.getValue().stream())
            .distinct()
            .count();
  }

  private static String typeName(Type type) {
    if (type instanceof Class<?> raw) {
      return SettingComponent.isSection(raw) ? SECTION : ScalarReader.typeName(raw);
    }
    return SettingComponent.elementType(type)
        .map(element -> "list of " + typeName(element))
        .or(() -> SettingComponent.valueType(type).map(held -> "names with " + typeName(held)))
        .orElseThrow(() -> new IllegalArgumentException("no setting may have the type " + type));
  }
}
