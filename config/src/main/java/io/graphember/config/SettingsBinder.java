// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.MovedSetting;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Binds nodes to records and collects all that is wrong on the way. */
final class SettingsBinder {
  /** Stands for a value that could not be made; its problem is in the report. */
  private static final Object BROKEN = new Object();

  private final Problems problems;
  private final SettingsReference reference;
  private final String base;

  /** Problems of settings that each by itself is right: they do not hide others. */
  private int crossProblems;

  /**
   * Makes a binder.
   *
   * @param problems takes what is wrong
   * @param reference of the outermost record, for names that are known elsewhere
   * @param base path of the outermost record in the document: empty or ends with a dot
   */
  SettingsBinder(Problems problems, SettingsReference reference, String base) {
    this.problems = problems;
    this.reference = reference;
    this.base = base;
  }

  /** The outermost record; no record at all if there are problems. */
  Object bind(Class<?> type, SettingNode.Section section) {
    return nested(type, section, base);
  }

  /** Problems of settings that could not be bound so far. */
  private int unbound() {
    return problems.count() - crossProblems;
  }

  private Object nested(Class<?> type, SettingNode.Section section, String prefix) {
    final int before = unbound();
    refuseUnknown(type, section, prefix);
    final Object value = record(type, section, prefix, before);
    return unbound() == before ? value : BROKEN;
  }

  private void refuseUnknown(Class<?> type, SettingNode.Section section, String prefix) {
    SectionNames names = SectionNames.of(type, section);
    section
        .entries()
        .forEach(
            (name, value) -> {
              final boolean cleared = value.absent() && names.others().containsKey(name);
              if (!names.known().contains(name) && !cleared) {
                problems.add(value, prefix + name, unknown(type, section, name, prefix, names));
              }
            });
  }

  /** A record of this type, or the one of those that are tagged which the section names. */
  private Object record(Class<?> type, SettingNode.Section section, String prefix, int before) {
    Optional<Alternatives> alternatives = Alternatives.of(type);
    if (alternatives.isEmpty()) {
      return components(type, section, prefix, before);
    }
    return alternatives
        .get()
        .chosen(section)
        .map(chosen -> components(chosen, section, prefix, before))
        .orElseGet(() -> refuseTag(alternatives.get(), section, prefix));
  }

  private Object refuseTag(Alternatives alternatives, SettingNode.Section section, String prefix) {
    final String path = prefix + alternatives.by();
    SettingNode node = section.entries().get(alternatives.by());
    if (node == null || node.absent()) {
      problems.add(
          node == null ? section.line() : node.line(),
          path,
          "is missing and has no default: " + alternatives.tagged().value());
    } else {
      problems.add(
          node,
          path,
          "must be "
              + alternatives.rule()
              + NearestName.of(node.text(), alternatives.names())
                  .map(nearest -> "; did you mean " + nearest + "?")
                  .orElse(""));
    }
    return BROKEN;
  }

  private Object components(
      Class<?> record, SettingNode.Section section, String prefix, int before) {
    List<SettingComponent> components = SettingComponent.of(record);
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          components.get(i).inlined()
              ? record(components.get(i).rawType(), section, prefix, before)
              : component(components.get(i), section, prefix);
    }
    return unbound() == before ? construct(record, values, section, prefix) : BROKEN;
  }

  private @Nullable Object component(
      SettingComponent component, SettingNode.Section section, String prefix) {
    final String path = prefix + component.name();
    SettingNode node = section.entries().get(component.name());
    if (node == null || node.absent()) {
      if (component.hasDefault()) {
        node = component.defaultNode();
      } else if (component.setting().optional()) {
        return component.absent();
      } else if (component.nested()) {
        node = new SettingNode.Section(Map.of(), node == null ? section.line() : node.line());
      } else {
        problems.add(
            node == null ? section.line() : node.line(),
            path,
            "is missing and has no default: " + component.setting().value());
        return BROKEN;
      }
    }
    final Object value = value(component.type(), node, path);
    if (value != BROKEN) {
      for (String rule : Constraints.broken(component, value)) {
        problems.add(node, path, rule);
      }
    }
    return value == BROKEN ? BROKEN : component.given(value);
  }

  private Object value(Type type, SettingNode node, String path) {
    Optional<Type> elementType = SettingComponent.elementType(type);
    if (elementType.isPresent()) {
      return list(elementType.get(), node, path);
    }
    Optional<Type> valueType = SettingComponent.valueType(type);
    if (valueType.isPresent()) {
      return map(valueType.get(), node, path);
    }
    if (SettingComponent.isSection(type)) {
      return node instanceof SettingNode.Section section
          ? nested((Class<?>) type, section, path + ".")
          : refuse(node, path, "must be a section with settings of its own");
    }
    if (type instanceof Class<?> raw && ScalarReader.reads(raw)) {
      return scalar(raw, node, path);
    }
    throw new IllegalArgumentException(path + " has a type that no setting may have: " + type);
  }

  private Object scalar(Class<?> type, SettingNode node, String path) {
    if (!(node instanceof SettingNode.Scalar scalar)) {
      return refuse(node, path, "must be " + article(ScalarReader.typeName(type)));
    }
    try {
      return ScalarReader.read(type, scalar.value());
    } catch (ScalarReader.Refused e) {
      return refuse(node, path, "must be " + e.getMessage());
    }
  }

  private static String article(String typeName) {
    return typeName.startsWith("whole") || typeName.equals("number") ? "a " + typeName : typeName;
  }

  private Object list(Type elementType, SettingNode node, String path) {
    if (node instanceof SettingNode.Section && SettingComponent.isSection(elementType)) {
      final Object only = value(elementType, node, path); // a list of one
      return only == BROKEN ? BROKEN : List.of(only);
    }
    if (!(node instanceof SettingNode.Sequence sequence)) {
      return refuse(node, path, "must be a list, for example [a, b]");
    }
    List<Object> values = new ArrayList<>();
    for (SettingNode item : sequence.items()) {
      values.add(value(elementType, item, path + "[" + values.size() + "]"));
    }
    return values.contains(BROKEN) ? BROKEN : Collections.unmodifiableList(values);
  }

  private Object map(Type valueType, SettingNode node, String path) {
    if (!(node instanceof SettingNode.Section section)) {
      return refuse(node, path, "must be a section of names and values");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    section
        .entries()
        .forEach((name, item) -> values.put(name, value(valueType, item, path + "." + name)));
    return values.containsValue(BROKEN) ? BROKEN : Collections.unmodifiableMap(values);
  }

  private Object refuse(SettingNode node, String path, String rule) {
    problems.add(node, path, rule);
    return BROKEN;
  }

  private String unknown(
      Class<?> type, SettingNode.Section section, String name, String prefix, SectionNames names) {
    if (problems.full()) {
      return "is unknown";
    }
    Optional<String> moved = moved(type, section, name);
    if (moved.isPresent()) {
      return "is no setting any more: it is now " + moved.get();
    }
    if (names.others().containsKey(name)) {
      return names.others().get(name);
    }
    Optional<String> tags = reference.goesWith((prefix + name).substring(base.length()));
    if (tags.isPresent()) {
      return "goes with " + tags.get() + " only";
    }
    final List<String> elsewhere = reference.pathsOf(name).stream().map(base::concat).toList();
    final List<String> meant =
        Stream.concat(
                NearestName.of(name, names.all()).map(prefix::concat).stream(), elsewhere.stream())
            .toList();
    return (elsewhere.isEmpty() ? "is unknown" : "is unknown here")
        + (meant.isEmpty()
            ? "; known here: " + String.join(", ", names.all())
            : "; did you mean " + String.join(" or ", meant) + "?");
  }

  private static Optional<String> moved(Class<?> type, SettingNode.Section section, String name) {
    return Alternatives.of(type)
        .<Class<?>>flatMap(alternatives -> alternatives.chosen(section))
        .or(() -> Optional.of(type))
        .map(record -> record.getAnnotation(MovedSetting.class))
        .filter(moved -> moved.name().equals(name))
        .map(MovedSetting::to);
  }

  private Object construct(
      Class<?> type, @Nullable Object[] values, SettingNode.Section section, String prefix) {
    final Object settings;
    try {
      settings = instance(type, values);
    } catch (IllegalArgumentException e) {
      return refused(type, e, section, prefix);
    }
    if (settings instanceof CrossChecked crossChecked) {
      crossChecked.check((setting, rule) -> complain(section, prefix, setting, rule));
    }
    return settings;
  }

  /** A record of a jar beside ours may have rules of its own, ours say theirs by constraints. */
  private Object refused(
      Class<?> type, IllegalArgumentException e, SettingNode.Section section, String prefix) {
    final Alternatives alternatives = Alternatives.with(type).orElseThrow(() -> e);
    if (!alternatives.open() || !(e.getCause() instanceof IllegalArgumentException)) {
      throw e;
    }
    problems.add(
        section.line(),
        prefix + alternatives.by(),
        "%s does not take its settings: %s"
            .formatted(alternatives.name(type), e.getCause().getMessage()));
    return BROKEN;
  }

  private void complain(SettingNode.Section section, String prefix, String setting, String rule) {
    crossProblems++;
    SettingNode node = section;
    int line = section.line();
    for (String name : setting.split("\\.")) {
      node = node instanceof SettingNode.Section parent ? parent.entries().get(name) : null;
      line = node == null ? line : node.line();
    }
    if (node == null || node.absent()) {
      problems.add(line, prefix + setting, rule);
    } else {
      problems.add(node, prefix + setting, rule);
    }
  }

  private static Object instance(Class<?> type, @Nullable Object[] values) {
    Class<?>[] types =
        SettingComponent.of(type).stream()
            .map(component -> component.component().getType())
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          type.getName() + " refuses settings that its constraints allow", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot make a " + type.getName(), e);
    }
  }
}
