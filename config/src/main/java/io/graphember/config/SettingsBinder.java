// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Binds nodes to records and collects all that is wrong on the way. */
final class SettingsBinder {
  /** Stands for a value that could not be made; its problem is in the report. */
  private static final Object BROKEN = new Object();

  private final Problems problems;
  private final SettingsReference reference;
  private final String base;

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

  private Object nested(Class<?> type, SettingNode.Section section, String prefix) {
    final int before = problems.count();
    List<SettingComponent> components = SettingComponent.of(type);
    Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = component(components.get(i), section, prefix);
    }
    List<String> known = components.stream().map(SettingComponent::name).toList();
    section
        .entries()
        .forEach(
            (name, value) -> {
              if (!known.contains(name)) {
                problems.add(value, prefix + name, unknown(type, name, prefix, known));
              }
            });
    return problems.count() == before ? construct(type, values, section, prefix) : BROKEN;
  }

  private Object component(SettingComponent component, SettingNode.Section section, String prefix) {
    final String path = prefix + component.name();
    SettingNode node = section.entries().get(component.name());
    if (node == null || node.absent()) {
      if (component.hasDefault()) {
        node = component.defaultNode();
      } else if (component.setting().optional()) {
        return null;
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
    return value;
  }

  private Object value(Type type, SettingNode node, String path) {
    Type elementType = SettingComponent.elementType(type);
    if (elementType != null) {
      return list(elementType, node, path);
    }
    Type valueType = SettingComponent.valueType(type);
    if (valueType != null) {
      return map(valueType, node, path);
    }
    if (type instanceof Class<?> raw && raw.isRecord()) {
      return node instanceof SettingNode.Section section
          ? nested(raw, section, path + ".")
          : refuse(node, path, "must be a section with settings of its own");
    }
    if (type instanceof Class<?> raw && ScalarReader.reads(raw)) {
      return scalar(raw, node, path);
    }
    throw new IllegalArgumentException(path + " has a type that no setting may have: " + type);
  }

  private Object scalar(Class<?> type, SettingNode node, String path) {
    if (!(node instanceof SettingNode.Scalar scalar) || scalar.value() == null) {
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
    if (node instanceof SettingNode.Section
        && elementType instanceof Class<?> raw
        && raw.isRecord()) {
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

  private String unknown(Class<?> type, String name, String prefix, List<String> known) {
    if (problems.full()) {
      return "is unknown";
    }
    MovedSetting moved = type.getAnnotation(MovedSetting.class);
    if (moved != null && moved.name().equals(name)) {
      return "is no setting any more: it is now " + moved.to();
    }
    List<String> elsewhere = reference.pathsOf(name);
    if (!elsewhere.isEmpty()) {
      return "is unknown here; did you mean " + base + String.join(" or " + base, elsewhere) + "?";
    }
    return NearestName.of(name, known)
        .map(nearest -> "is unknown; did you mean " + prefix + nearest + "?")
        .orElse("is unknown; known here: " + String.join(", ", known));
  }

  private Object construct(
      Class<?> type, Object[] values, SettingNode.Section section, String prefix) {
    Object settings = instance(type, values);
    if (settings instanceof CrossChecked crossChecked) {
      crossChecked.check((setting, rule) -> complain(section, prefix, setting, rule));
    }
    return settings;
  }

  private void complain(SettingNode.Section section, String prefix, String setting, String rule) {
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

  private static Object instance(Class<?> type, Object[] values) {
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
