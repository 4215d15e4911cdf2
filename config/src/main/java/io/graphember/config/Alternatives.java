// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import io.graphember.spi.setting.TaggedRecord;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

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
    if (tagged.foundBy() == TaggedRecord.class) {
      throw new IllegalArgumentException(
          type.getName() + " is tagged, not sealed, and names no service");
    }
    Map<String, Class<?>> records = new LinkedHashMap<>();
    for (TaggedRecord provider :
        ServiceLoader.load(tagged.foundBy(), tagged.foundBy().getClassLoader())) {
      Class<?> former = records.put(tag(provider.settings()), provider.settings());
      if (former != null) {
        throw new IllegalArgumentException(
            "%s and %s have the same tag".formatted(former.getName(), provider.settings()));
      }
    }
    return records;
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

  boolean hasDefault() {
    return !tagged.byDefault().equals(Setting.NO_DEFAULT);
  }

  List<String> names() {
    return List.copyOf(records.keySet());
  }

  /** The tag of one of the records. */
  String name(Class<?> record) {
    return records.entrySet().stream()
        .filter(entry -> entry.getValue() == record)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(record.getName() + " has no tag"));
  }

  /** What the tag may be, in words. */
  String rule() {
    return "one of " + String.join(", ", records.keySet());
  }

  /** The record that a section holds; empty if its tag does not say so. */
  Optional<Class<?>> chosen(SettingNode.Section section) {
    SettingNode node = section.entries().get(by());
    if (node == null || node.absent()) {
      return hasDefault() ? Optional.of(records.get(tagged.byDefault())) : Optional.empty();
    }
    return node instanceof SettingNode.Scalar scalar
        ? Optional.ofNullable(records.get(scalar.value()))
        : Optional.empty();
  }
}
