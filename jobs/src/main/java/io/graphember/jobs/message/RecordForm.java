// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import io.graphember.spi.error.GraphemberException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** A record: its components in their order. */
final class RecordForm implements Form<Object> {
  private final Class<?> type;
  private final List<Method> accessors;
  private final List<Form<Object>> components;
  private final Constructor<?> constructor;

  RecordForm(Class<?> type) {
    final RecordComponent[] parts = type.getRecordComponents();
    this.type = type;
    this.accessors = Arrays.stream(parts).map(RecordComponent::getAccessor).toList();
    this.components = Arrays.stream(parts).map(part -> form(type, part)).toList();
    this.constructor = constructor(type, parts);
    accessors.forEach(accessor -> accessor.setAccessible(true)); // of records that are not public
    constructor.setAccessible(true);
  }

  @SuppressWarnings("unchecked")
  private static Form<Object> form(Class<?> type, RecordComponent part) {
    try {
      return (Form<Object>) Forms.of(part.getGenericType());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s of %s: %s".formatted(part.getName(), type.getName(), e.getMessage()), e);
    }
  }

  private static Constructor<?> constructor(Class<?> type, RecordComponent[] parts) {
    try {
      return type.getDeclaredConstructor(
          Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e); // every record has it
    }
  }

  @Override
  public int leastBytes() {
    return components.stream().mapToInt(Form::leastBytes).sum();
  }

  @Override
  public void write(Object value, MessageBytes to) {
    for (int i = 0; i < accessors.size(); i++) {
      try {
        components.get(i).write(accessors.get(i).invoke(value), to);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(type.getName(), e);
      }
    }
  }

  @Override
  public Object read(ByteBuffer from) {
    final Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = components.get(i).read(from);
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw refused(e.getTargetException());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName(), e);
    }
  }

  /** What a record says of components that it does not take. */
  private RuntimeException refused(Throwable reason) {
    if (reason instanceof GraphemberException known) {
      return known;
    }
    return RecordCodec.unfit("%s: %s".formatted(type.getSimpleName(), reason.getMessage()));
  }
}
