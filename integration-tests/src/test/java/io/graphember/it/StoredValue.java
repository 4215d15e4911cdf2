// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.Ignite;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.binary.BinaryObjectBuilder;
import org.apache.ignite.binary.BinaryObjectException;

/**
 * A key or a value of a cache as bytes. Objects are kept by the names, types and values of their
 * fields: how Ignite lays them out is Ignite's own format, and what is ours is which fields there
 * are.
 *
 * <pre>
 * uint8  kind   place of its class in {@link #KINDS}; of a number its bytes follow, of a text
 *               modified UTF-8, of an array int32 length and its elements
 * 255           null
 * 254           object: text name of its class, int32 fields; of each
 *               text name, text name of its type, the value
 * </pre>
 */
final class StoredValue {
  private static final List<Class<?>> KINDS =
      List.of(
          Boolean.class,
          Byte.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          UUID.class,
          byte[].class,
          int[].class,
          long[].class,
          float[].class,
          String[].class,
          UUID[].class);

  private static final int NULL = 255;
  private static final int OBJECT = 254;

  private StoredValue() {}

  static void write(Object value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof BinaryObject object) {
      out.writeByte(OBJECT);
      writeObject(object, out);
    } else {
      final int kind = KINDS.indexOf(value.getClass());
      if (kind < 0) {
        throw new IllegalArgumentException("a value is a " + value.getClass());
      }
      out.writeByte(kind);
      writePlain(value, out);
    }
  }

  private static void writePlain(Object value, DataOutput out) throws IOException {
    if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof Byte number) {
      out.writeByte(number);
    } else if (value instanceof Integer number) {
      out.writeInt(number);
    } else if (value instanceof Long number) {
      out.writeLong(number);
    } else if (value instanceof Float number) {
      out.writeFloat(number);
    } else if (value instanceof Double number) {
      out.writeDouble(number);
    } else if (value instanceof String text) {
      out.writeUTF(text);
    } else if (value instanceof UUID id) {
      out.writeLong(id.getMostSignificantBits());
      out.writeLong(id.getLeastSignificantBits());
    } else if (value instanceof byte[] bytes) {
      out.writeInt(bytes.length);
      out.write(bytes);
    } else {
      out.writeInt(Array.getLength(value));
      for (int i = 0; i < Array.getLength(value); i++) {
        writePlain(Array.get(value, i), out);
      }
    }
  }

  private static void writeObject(BinaryObject object, DataOutput out) throws IOException {
    final List<String> fields = fields(object);
    out.writeUTF(object.type().typeName());
    out.writeInt(fields.size());
    for (String field : fields) {
      out.writeUTF(field);
      out.writeUTF(object.type().fieldTypeName(field));
      write(object.field(field), out);
    }
  }

  /** In the order of their declaration, which is that of Ignite's bytes. */
  private static List<String> fields(BinaryObject object) {
    final Collection<String> stored = object.type().fieldNames();
    try {
      return Arrays.stream(Class.forName(object.type().typeName()).getDeclaredFields())
          .map(Field::getName)
          .filter(stored::contains)
          .toList();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Reads a value.
   *
   * @param ignite makes objects
   */
  static Object read(DataInput in, Ignite ignite) throws IOException {
    final int kind = in.readUnsignedByte();
    if (kind == NULL) {
      return null;
    }
    return kind == OBJECT ? readObject(in, ignite) : readPlain(KINDS.get(kind), in);
  }

  private static Object readPlain(Class<?> kind, DataInput in) throws IOException {
    if (kind == Boolean.class || kind == boolean.class) {
      return in.readBoolean();
    } else if (kind == Byte.class || kind == byte.class) {
      return in.readByte();
    } else if (kind == Integer.class || kind == int.class) {
      return in.readInt();
    } else if (kind == Long.class || kind == long.class) {
      return in.readLong();
    } else if (kind == Float.class || kind == float.class) {
      return in.readFloat();
    } else if (kind == Double.class) {
      return in.readDouble();
    } else if (kind == String.class) {
      return in.readUTF();
    } else if (kind == UUID.class) {
      return new UUID(in.readLong(), in.readLong());
    }
    final Object array = Array.newInstance(kind.getComponentType(), in.readInt());
    for (int i = 0; i < Array.getLength(array); i++) {
      Array.set(array, i, readPlain(kind.getComponentType(), in));
    }
    return array;
  }

  private static BinaryObject readObject(DataInput in, Ignite ignite) throws IOException {
    final BinaryObjectBuilder object = ignite.binary().builder(in.readUTF());
    for (int fields = in.readInt(); fields > 0; fields--) {
      set(object, in.readUTF(), in.readUTF(), read(in, ignite));
    }
    return object.build();
  }

  private static void set(BinaryObjectBuilder object, String field, String type, Object value) {
    switch (type) {
      case "Object" -> object.setField(field, value, Object.class);
      case "String" -> object.setField(field, (String) value, String.class);
      case "String[]" -> object.setField(field, (String[]) value, String[].class);
      case "int[]" -> object.setField(field, (int[]) value, int[].class);
      case "float[]" -> object.setField(field, (float[]) value, float[].class);
      default -> object.setField(field, value);
    }
  }

  /** Names of the fields of an object, and their types. */
  static Map<String, String> types(BinaryObject object) throws BinaryObjectException {
    Map<String, String> types = new LinkedHashMap<>();
    fields(object).forEach(field -> types.put(field, object.type().fieldTypeName(field)));
    return types;
  }
}
