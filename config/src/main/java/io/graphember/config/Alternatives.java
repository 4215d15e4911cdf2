// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import io.graphember.spi.setting.TaggedRecord;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The records of a {@link Tagged} interface.
 *
 * @param tagged what the interface says of them
 * @param records by their tags, in the order in which they are listed
 */
record Alternatives(Tagged tagged, Map<String, Class<?>> records) {
  private static final ClassValue<Optional<Alternatives>> OF_TYPES =
      new ClassValue<>() {
        @Override
        protected Optional<Alternatives> computeValue(Class<?> type) {
          return Optional.ofNullable(type.getAnnotation(Tagged.class))
              .filter(tagged -> type.isInterface())
              .map(
                  tagged ->
                      new Alternatives(
                          tagged, type.isSealed() ? records(type) : found(tagged, type)));
        }
      };

  private static final ClassValue<Optional<Alternatives>> OF_RECORDS =
      new ClassValue<>() {
        @Override
        protected Optional<Alternatives> computeValue(Class<?> type) {
          return type == null
              ? Optional.empty()
              : Arrays.stream(type.getInterfaces())
                  .flatMap(one -> of(one).or(() -> OF_RECORDS.get(one)).stream())
                  .findFirst();
        }
      };

  /** Those of a type; empty if it is not tagged. */
  static Optional<Alternatives> of(Class<?> type) {
    return OF_TYPES.get(type);
  }

  /** Those of which a record is one; empty if it is none. */
  static Optional<Alternatives> with(Class<?> record) {
    return OF_RECORDS.get(record);
  }

  private static Map<String, Class<?>> records(Class<?> sealed) {
    Map<String, Class<?>> records = new LinkedHashMap<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isInterface()) {
        records.putAll(records(permitted));
      } else {
        records.put(tag(permitted), permitted);
      }
    }
    return records;
  }

  private static Map<String, Class<?>> found(Tagged tagged, Class<?> type) {
    Class<?> service = tagged.foundBy();
    if (service == void.class) {
      throw new IllegalArgumentException(
          type.getName() + " is tagged, not sealed, and names no service");
    }
    Map<String, Class<?>> records = new LinkedHashMap<>();
    try {
      ServiceLoader.load(service, service.getClassLoader()).stream()
          .map(provider -> brought(type, provider))
          .forEach(record -> add(records, record));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw unusable(String.valueOf(e.getMessage()), e);
    }
    return records;
  }

  /** The record itself, if the interface is the service, else the one that a provider names. */
  private static Class<?> brought(Class<?> type, ServiceLoader.Provider<?> provider) {
    return type.isAssignableFrom(provider.type())
        ? provider.type()
        : ((TaggedRecord) provider.get()).settings();
  }

  private static void add(Map<String, Class<?>> records, Class<?> record) {
    if (!record.isRecord() || !record.isAnnotationPresent(Tag.class)) {
      throw unusable(record.getName() + " is no record with a @Tag", null);
    }
    Class<?> former = records.put(tag(record), record);
    if (former != null) {
      throw unusable(
          "%s and %s both have the tag %s"
              .formatted(former.getName(), record.getName(), tag(record)),
          null);
    }
  }

  private static GraphemberException unusable(String why, @Nullable Throwable cause) {
    return new GraphemberException(
        SpiError.PROVIDER_UNUSABLE,
        "A jar in libs brings what cannot be used: %s. Take it out or correct it.".formatted(why),
        cause);
  }

  private static String tag(Class<?> record) {
    if (!record.isAnnotationPresent(Tag.class)) {
      throw new IllegalArgumentException(record.getName() + " has no @Tag");
    }
    return record.getAnnotation(Tag.class).value();
  }

  /** Name of the tag. */
  String by() {
    return tagged.by();
  }

  /** True if jars may bring records. */
  boolean open() {
    return tagged.foundBy() != void.class;
  }

  boolean hasDefault() {
    return !tagged.byDefault().equals(Setting.NO_DEFAULT);
  }

  List<String> names() {
    return List.copyOf(records.keySet());
  }

  /** The tag of one of the records, also of one that is not found here. */
  String name(Class<?> record) {
    return tag(record);
  }

  /** What the tag may be, in words. */
  String rule() {
    return "one of " + String.join(", ", records.keySet());
  }

  /** The record that a section holds; empty if its tag does not say so. */
  Optional<Class<?>> chosen(SettingNode.Section section) {
    SettingNode node = section.entries().get(by());
    if (node == null || node.absent()) {
      return Optional.ofNullable(records.get(tagged.byDefault()));
    }
    return node instanceof SettingNode.Scalar scalar
        ? Optional.ofNullable(records.get(scalar.value()))
        : Optional.empty();
  }
}
