// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How constants of an enum are written in a document: {@code BLOCK_MODEL} is block-model. */
public final class SettingName {
  private SettingName() {}

  /** As a document writes it. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<String> all(Class<?> enumType) {
    return Arrays.stream(enumType.getEnumConstants()).map(c -> of((Enum<?>) c)).toList();
  }

  /** The constant of that name, empty if there is none. */
  static Optional<Object> constant(Class<?> enumType, String name) {
    for (Object constant : enumType.getEnumConstants()) {
      if (of((Enum<?>) constant).equals(name)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }
}
