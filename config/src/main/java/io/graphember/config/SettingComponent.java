// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One component of a settings record: its annotation, its type, how it is read from a record.
 *
 * @param setting null for one that is inlined
 */
record SettingComponent(Class<?> owner, RecordComponent component, Setting setting) {
  /** Reflection reads annotations anew whenever it is asked: a node would do so for every job. */
  private static final ClassValue<List<SettingComponent>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<SettingComponent> computeValue(Class<?> recordType) {
          return Arrays.stream(recordType.getRecordComponents())
              .map(component -> of(recordType, component))
              .toList();
        }
      };

  /**
   * The components of a settings record in their order.
   *
   * @throws IllegalArgumentException if a component has no {@link Setting} and is not {@link
   *     Inlined}
   */
  static List<SettingComponent> of(Class<?> recordType) {
    return COMPONENTS.get(recordType);
  }

  private static SettingComponent of(Class<?> recordType, RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    if (setting == null && !component.isAnnotationPresent(Inlined.class)) {
      throw new IllegalArgumentException(
          recordType.getName() + "." + component.getName() + " has neither @Setting nor @Inlined");
    }
    return new SettingComponent(recordType, component, setting);
  }

  String name() {
    return component.getName();
  }

  /** The type of the value; what an {@link Optional} component holds if it is one. */
  Type type() {
    final Type held = argument(component.getGenericType(), Optional.class, 0);
    return held == null ? component.getGenericType() : held;
  }

  /** The value of a component that may be absent: {@link Optional} says so, or null. */
  Object optional(Object valueOrNull) {
    return component.getType() == Optional.class ? Optional.ofNullable(valueOrNull) : valueOrNull;
  }

  boolean hasDefault() {
    return !setting.byDefault().equals(Setting.NO_DEFAULT);
  }

  /** The default, as a value that nobody wrote. */
  SettingNode defaultNode() {
    return SettingsText.literal(owner.getSimpleName() + "." + name(), setting.byDefault());
  }

  /** True if the settings of this component stand beside the others. */
  boolean inlined() {
    return setting == null;
  }

  /** The type of a component that is no list and no map. */
  Class<?> rawType() {
    return component.getType();
  }

  /** True if the setting is a section of its own. */
  boolean nested() {
    return isSection(type());
  }

  /** True for a record, and for an interface of tagged ones. */
  static boolean isSection(Type type) {
    return type instanceof Class<?> raw && (raw.isRecord() || Alternatives.of(raw).isPresent());
  }

  /** The field, which carries the constraints. */
  Field field() {
    try {
      return owner.getDeclaredField(name());
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e); // every component of a record has its field
    }
  }

  /** Its value; null if it is absent. */
  Object read(Record settings) {
    try {
      component.getAccessor().setAccessible(true);
      final Object value = component.getAccessor().invoke(settings);
      return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException("cannot read " + owner.getName() + "." + name(), e);
    }
  }

  /** {@code T} of a {@code List<T>}, null if the type is no list. */
  static Type elementType(Type type) {
    return argument(type, List.class, 0);
  }

  /** {@code T} of a {@code Map<String, T>}, null if the type is no map. */
  static Type valueType(Type type) {
    return argument(type, Map.class, 1);
  }

  private static Type argument(Type type, Class<?> raw, int index) {
    return type instanceof ParameterizedType generic && generic.getRawType() == raw
        ? generic.getActualTypeArguments()[index]
        : null;
  }
}
