// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.graphember.client.api.GraphemberService;
import io.graphember.config.SettingsReference;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.wire.WireClasses;
import io.graphember.jobs.message.Message;
import io.graphember.schema.GraphHeader;
import io.graphember.training.job.JobSettings;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that nodes of one minor version must agree on, a line for each: messages with their
 * components and answers, objects that Ignite's marshaller writes with their fields, constants of
 * enums in their order, settings, requests of clients.
 */
final class WireSignatures {
  /** Records that travel as JSON of their own making. */
  private static final Set<Class<?>> TEXTS =
      Set.of(JobSettings.class, GraphSettings.class, GraphHeader.class);

  private static final String OURS = "io.graphember.";

  private final Map<String, String> lines = new TreeMap<>();

  private WireSignatures() {}

  static List<String> all() {
    WireSignatures all = new WireSignatures();
    all.messages();
    all.objects();
    all.settings();
    all.requests();
    return all.lines.entrySet().stream().map(line -> line.getKey() + line.getValue()).toList();
  }

  private void messages() {
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.graphember")
            .stream()
            .filter(type -> type.isAssignableTo(Message.class) && !type.isInterface())
            .map(JavaClass::reflect)
            .forEach(this::message);
  }

  private void message(Class<?> message) {
    Type answer =
        Arrays.stream(message.getGenericInterfaces())
            .map(ParameterizedType.class::cast)
            .findFirst()
            .orElseThrow()
            .getActualTypeArguments()[0];
    lines.put("message " + message.getName(), components(message) + " -> " + name(answer));
    add(answer);
  }

  private String components(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(
            part -> {
              add(part.getGenericType());
              return name(part.getGenericType()) + " " + part.getName();
            })
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String name(Type type) {
    return type.getTypeName().replaceAll("java\\.(lang|util)\\.", "").replace(OURS, "");
  }

  /** Adds a type and what it is made of. */
  private void add(Type type) {
    if (type instanceof ParameterizedType generic) {
      add(generic.getRawType());
      Arrays.stream(generic.getActualTypeArguments()).forEach(this::add);
    } else if (type instanceof Class<?> plain) {
      add(plain);
    }
  }

  private void add(Class<?> type) {
    if (type.isArray()) {
      add(type.getComponentType());
    } else if (type.getName().startsWith(OURS) && !TEXTS.contains(type)) {
      if (type.isEnum()) {
        lines.put("enum " + type.getName(), constants(type));
      } else if (type.isRecord() && !lines.containsKey("record " + type.getName())) {
        lines.put("record " + type.getName(), ""); // it may hold itself
        lines.put("record " + type.getName(), components(type));
      }
    }
  }

  private static String constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .collect(Collectors.joining(", ", " {", "}"));
  }

  private void objects() {
    WireClasses.names().stream()
        .filter(name -> name.startsWith(OURS))
        .map(WireSignatures::named)
        .forEach(this::object);
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name, false, WireSignatures.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private void object(Class<?> type) {
    add(type);
    if (!type.isEnum() && !type.isRecord() && !type.isInterface()) {
      String fields =
          Arrays.stream(type.getDeclaredFields())
              .filter(WireSignatures::travels)
              .sorted(Comparator.comparing(Field::getName))
              .map(
                  field -> {
                    add(field.getGenericType());
                    return name(field.getGenericType()) + " " + field.getName();
                  })
              .collect(Collectors.joining(", ", " {", "}"));
      lines.put("object " + type.getName(), fields);
    }
  }

  private static boolean travels(Field field) {
    final int modifiers = field.getModifiers();
    return !Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers);
  }

  private void settings() {
    for (SettingsReference.Entry entry : SettingsReference.of(JobSettings.class).entries()) {
      String key = "setting " + entry.path();
      String line = ": " + entry.type();
      lines.merge(key, line, (one, other) -> one.contains(other) ? one : one + " |" + other);
    }
  }

  private void requests() {
    lines.put("requests, protocol", " " + GraphemberService.PROTOCOL);
    for (Method request : GraphemberService.class.getMethods()) {
      List<String> parameters = new ArrayList<>();
      Arrays.stream(request.getGenericParameterTypes()).forEach(type -> parameters.add(name(type)));
      lines.put(
          "request " + request.getName(),
          "(%s) -> %s".formatted(String.join(", ", parameters), name(request.getReturnType())));
    }
  }
}
