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
import org.jspecify.annotations.Nullable;

/**
 * One component of a settings record: its annotation, its type, how it is read from a record.
 *
 * @param said its annotation; empty for one that is inlined
 */
record SettingComponent(Class<?> owner, RecordComponent component, Optional<Setting> said) {
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
    Optional<Setting> said = Optional.ofNullable(component.getAnnotation(Setting.class));
    if (said.isEmpty() && !component.isAnnotationPresent(Inlined.class)) {
      throw new IllegalArgumentException(
          recordType.getName() + "." + component.getName() + " has neither @Setting nor @Inlined");
    }
    return new SettingComponent(recordType, component, said);
  }

  /** The annotation of one that is not inlined. */
  Setting setting() {
    return said.orElseThrow(() -> new IllegalStateException(name() + " is inlined"));
  }

  String name() {
    return component.getName();
  }

  /** The type of the value; what an {@link Optional} component holds if it is one. */
  Type type() {
    final Type type = component.getGenericType();
    return argument(type, Optional.class, 0).orElse(type);
  }

  /** What the record takes for a value. */
  Object given(Object value) {
    return component.getType() == Optional.class ? Optional.of(value) : value;
  }

  /** What the record takes where there is no value: an empty {@link Optional}, or null. */
  @Nullable Object absent() {
    return component.getType() == Optional.class ? Optional.empty() : null;
  }

  boolean hasDefault() {
    return !setting().byDefault().equals(Setting.NO_DEFAULT);
  }

  /** The default, as a value that nobody wrote. */
  SettingNode defaultNode() {
    return SettingsText.literal(owner.getSimpleName() + "." + name(), setting().byDefault());
  }

  /** True if the settings of this component stand beside the others. */
  boolean inlined() {
    return said.isEmpty();
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

  /** Its value; empty if it is absent. */
  Optional<?> read(Record settings) {
    try {
      component.getAccessor().setAccessible(true);
      final Object value = component.getAccessor().invoke(settings);
      return value instanceof Optional<?> optional ? optional : Optional.ofNullable(value);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException("cannot read " + owner.getName() + "." + name(), e);
    }
  }

  /** {@code T} of a {@code List<T>}, empty if the type is no list. */
  static Optional<Type> elementType(Type type) {
    return argument(type, List.class, 0);
  }

  /** {@code T} of a {@code Map<String, T>}, empty if the type is no map. */
  static Optional<Type> valueType(Type type) {
    return argument(type, Map.class, 1);
  }

  private static Optional<Type> argument(Type type, Class<?> raw, int index) {
    return type instanceof ParameterizedType generic && generic.getRawType() == raw
        ? Optional.of(generic.getActualTypeArguments()[index])
        : Optional.empty();
  }
}
