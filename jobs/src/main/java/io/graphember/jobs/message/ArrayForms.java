// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Map;

/** Arrays: of numbers at once, of everything else one by one. */
final class ArrayForms {
  private static final Map<Class<?>, Form<?>> OF_NUMBERS =
      Map.of(
          byte[].class,
          new Numbers<byte[]>(
              Byte.BYTES, a -> a.length, byte[]::new, ByteBuffer::put, ByteBuffer::get),
          int[].class,
          new Numbers<int[]>(
              Integer.BYTES,
              a -> a.length,
              int[]::new,
              (bytes, a) -> bytes.asIntBuffer().put(a),
              (bytes, a) -> bytes.asIntBuffer().get(a)),
          long[].class,
          new Numbers<long[]>(
              Long.BYTES,
              a -> a.length,
              long[]::new,
              (bytes, a) -> bytes.asLongBuffer().put(a),
              (bytes, a) -> bytes.asLongBuffer().get(a)),
          float[].class,
          new Numbers<float[]>(
              Float.BYTES,
              a -> a.length,
              float[]::new,
              (bytes, a) -> bytes.asFloatBuffer().put(a),
              (bytes, a) -> bytes.asFloatBuffer().get(a)),
          double[].class,
          new Numbers<double[]>(
              Double.BYTES,
              a -> a.length,
              double[]::new,
              (bytes, a) -> bytes.asDoubleBuffer().put(a),
              (bytes, a) -> bytes.asDoubleBuffer().get(a)));

  private ArrayForms() {}

  static Form<?> of(Class<?> type) {
    final Form<?> numbers = OF_NUMBERS.get(type);
    return numbers != null
        ? numbers
        : new Elements(type.getComponentType(), asObjects(Forms.of(type.getComponentType())));
  }

  @SuppressWarnings("unchecked")
  private static Form<Object> asObjects(Form<?> form) {
    return (Form<Object>) form;
  }

  /** Moves all numbers of an array; the buffer's position is not looked at. */
  private interface Move<A> {
    void move(ByteBuffer bytes, A array);
  }

  private interface Length<A> {
    int of(A array);
  }

  private interface Make<A> {
    A make(int length);
  }

  private record Numbers<A>(int width, Length<A> length, Make<A> make, Move<A> put, Move<A> get)
      implements Form<A> {
    @Override
    public int leastBytes() {
      return Integer.BYTES;
    }

    @Override
    public void write(A value, MessageBytes to) {
      final int count = length.of(value);
      final long bytes = (long) width * count;
      final ByteBuffer room = to.room(Integer.BYTES + bytes).putInt(count);
      put.move(room.duplicate(), value);
      room.position((int) (room.position() + bytes));
    }

    @Override
    public A read(ByteBuffer from) {
      final int count = Form.count(from, width);
      final A read = make.make(count);
      get.move(from.duplicate(), read);
      from.position(from.position() + width * count);
      return read;
    }
  }

  private record Elements(Class<?> type, Form<Object> element) implements Form<Object> {
    @Override
    public int leastBytes() {
      return Integer.BYTES;
    }

    @Override
    public void write(Object value, MessageBytes to) {
      final int count = Array.getLength(value);
      to.room(Integer.BYTES).putInt(count);
      for (int i = 0; i < count; i++) {
        element.write(Array.get(value, i), to);
      }
    }

    @Override
    public Object read(ByteBuffer from) {
      final int count = Form.count(from, element.leastBytes());
      final Object read = Array.newInstance(type, count);
      for (int i = 0; i < count; i++) {
        Array.set(read, i, element.read(from));
      }
      return read;
    }
  }
}
