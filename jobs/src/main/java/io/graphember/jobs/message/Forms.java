// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The form of each type that a message may have. */
final class Forms {
  static final Form<String> TEXT = new Text();

  private static final Map<Class<?>, Form<?>> SCALARS =
      Map.of(
          boolean.class, new Truth(),
          byte.class, new Scalar<>(Byte.BYTES, ByteBuffer::put, ByteBuffer::get),
          int.class, new Scalar<>(Integer.BYTES, ByteBuffer::putInt, ByteBuffer::getInt),
          long.class, new Scalar<>(Long.BYTES, ByteBuffer::putLong, ByteBuffer::getLong),
          float.class, new Scalar<>(Float.BYTES, ByteBuffer::putFloat, ByteBuffer::getFloat),
          double.class, new Scalar<>(Double.BYTES, ByteBuffer::putDouble, ByteBuffer::getDouble),
          String.class, TEXT,
          UUID.class, new Id());

  private static final Map<Class<?>, Class<?>> BOXED =
      Map.of(
          Boolean.class, boolean.class,
          Byte.class, byte.class,
          Integer.class, int.class,
          Long.class, long.class,
          Float.class, float.class,
          Double.class, double.class);

  private Forms() {}

  /**
   * The form of a type.
   *
   * @throws IllegalArgumentException if messages may not have it
   */
  static Form<?> of(Type type) {
    if (type instanceof ParameterizedType generic) {
      final Form<?> element = of(generic.getActualTypeArguments()[0]);
      if (generic.getRawType() == Optional.class) {
        return new Maybe<>(element);
      }
      if (generic.getRawType() == List.class) {
        return new ListForm<>(element);
      }
    }
    if (type instanceof Class<?> plain) {
      return ofClass(plain);
    }
    throw new IllegalArgumentException(
        "messages have no " + type.getTypeName() + (type instanceof GenericArrayType ? "" : "s"));
  }

  private static Form<?> ofClass(Class<?> type) {
    final Class<?> plain = BOXED.getOrDefault(type, type);
    if (SCALARS.containsKey(plain)) {
      return SCALARS.get(plain);
    }
    final Optional<Form<?>> text = TextForms.of(plain);
    if (text.isPresent()) {
      return text.get();
    }
    if (plain.isArray()) {
      return ArrayForms.of(plain);
    }
    if (plain.isEnum()) {
      return new EnumForm<>(plain);
    }
    if (plain.isRecord()) {
      return new RecordForm(plain);
    }
    throw new IllegalArgumentException("messages have no " + type.getName());
  }

  private record Scalar<T>(
      int leastBytes, BiConsumer<ByteBuffer, T> put, Function<ByteBuffer, T> get)
      implements Form<T> {
    @Override
    public void write(T value, MessageBytes to) {
      put.accept(to.room(leastBytes), value);
    }

    @Override
    public T read(ByteBuffer from) {
      Form.need(from, leastBytes);
      return get.apply(from);
    }
  }

  private record Truth() implements Form<Boolean> {
    @Override
    public int leastBytes() {
      return 1;
    }

    @Override
    public void write(Boolean value, MessageBytes to) {
      to.room(1).put((byte) (value ? 1 : 0));
    }

    @Override
    public Boolean read(ByteBuffer from) {
      Form.need(from, 1);
      final byte read = from.get();
      if (read != 0 && read != 1) {
        throw RecordCodec.unfit("a truth value is " + read);
      }
      return read == 1;
    }
  }

  private record Text() implements Form<String> {
    @Override
    public int leastBytes() {
      return Integer.BYTES;
    }

    @Override
    public void write(String value, MessageBytes to) {
      final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      to.room(Integer.BYTES + (long) bytes.length).putInt(bytes.length).put(bytes);
    }

    @Override
    public String read(ByteBuffer from) {
      final byte[] bytes = new byte[Form.count(from, 1)];
      from.get(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private record Id() implements Form<UUID> {
    @Override
    public int leastBytes() {
      return 2 * Long.BYTES;
    }

    @Override
    public void write(UUID value, MessageBytes to) {
      to.room(leastBytes())
          .putLong(value.getMostSignificantBits())
          .putLong(value.getLeastSignificantBits());
    }

    @Override
    public UUID read(ByteBuffer from) {
      Form.need(from, leastBytes());
      return new UUID(from.getLong(), from.getLong());
    }
  }

  private record EnumForm<E>(Class<E> type) implements Form<E> {
    @Override
    public int leastBytes() {
      return TEXT.leastBytes();
    }

    @Override
    public void write(E value, MessageBytes to) {
      TEXT.write(((Enum<?>) value).name(), to);
    }

    @Override
    public E read(ByteBuffer from) {
      final String name = TEXT.read(from);
      for (E constant : type.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(name)) {
          return constant;
        }
      }
      throw RecordCodec.unfit("%s is no %s".formatted(name, type.getSimpleName()));
    }
  }

  private record Maybe<T>(Form<T> value) implements Form<Optional<T>> {
    private static final Truth PRESENT = new Truth();

    @Override
    public int leastBytes() {
      return 1;
    }

    @Override
    public void write(Optional<T> maybe, MessageBytes to) {
      PRESENT.write(maybe.isPresent(), to);
      maybe.ifPresent(present -> value.write(present, to));
    }

    @Override
    public Optional<T> read(ByteBuffer from) {
      return PRESENT.read(from) ? Optional.of(value.read(from)) : Optional.empty();
    }
  }

  private record ListForm<T>(Form<T> element) implements Form<List<T>> {
    @Override
    public int leastBytes() {
      return Integer.BYTES;
    }

    @Override
    public void write(List<T> list, MessageBytes to) {
      to.room(Integer.BYTES).putInt(list.size());
      list.forEach(value -> element.write(value, to));
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<T> read(ByteBuffer from) {
      Object[] read = new Object[Form.count(from, element.leastBytes())];
      for (int i = 0; i < read.length; i++) {
        read[i] = element.read(from);
      }
      return (List<T>) List.of(read);
    }
  }
}
