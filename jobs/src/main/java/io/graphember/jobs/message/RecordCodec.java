// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records as bytes. Nothing is null; what may be missing is an {@link java.util.Optional}. All
 * numbers are big-endian.
 *
 * <table>
 *   <caption>What is written of a value</caption>
 *   <tr><th>type</th><th>bytes</th></tr>
 *   <tr><td>boolean</td><td>1 byte: 0 or 1</td></tr>
 *   <tr><td>byte, int, long, float, double, boxed or not</td><td>1, 4, 8, 4, 8 bytes</td></tr>
 *   <tr><td>text</td><td>number of bytes (int), UTF-8</td></tr>
 *   <tr><td>an enum's constant</td><td>its name, as text</td></tr>
 *   <tr><td>UUID</td><td>most and least significant bits: two longs</td></tr>
 *   <tr><td>array, list</td><td>number of elements (int), the elements</td></tr>
 *   <tr><td>Optional</td><td>boolean; the value, if true</td></tr>
 *   <tr><td>record</td><td>its components, in their order</td></tr>
 *   <tr><td>settings, what clients see</td><td>their JSON, as text ({@link TextForms})</td></tr>
 * </table>
 *
 * <p>Nodes of one minor version of Graphember send one another the same bytes. So records that
 * travel, their components, their constants and the settings in them do not change within a minor
 * version: a patch neither adds, removes, renames nor reorders any. A test holds the list of all of
 * them.
 *
 * <p>What is read is checked: no length leads behind the end, and nothing follows the value. Safe
 * for use by several threads.
 */
public final class RecordCodec {
  private static final Map<Type, Form<?>> FORMS = new ConcurrentHashMap<>();

  private RecordCodec() {}

  /** The bytes of a value of some type. */
  public static byte[] write(Object value, Type type) {
    MessageBytes bytes = new MessageBytes();
    form(type).write(value, bytes);
    return bytes.toArray();
  }

  /** The bytes of a record. */
  public static byte[] write(Record value) {
    return write(value, value.getClass());
  }

  /**
   * Reads a value.
   *
   * @throws GraphemberException with code {@link NodeError#MESSAGE_UNFIT} if the bytes are not
   *     those of one
   */
  @SuppressWarnings("unchecked")
  public static <T> T read(byte[] bytes, Type type) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    final Object value = form(type).read(from);
    if (from.hasRemaining()) {
      throw unfit("%d bytes follow %s".formatted(from.remaining(), type.getTypeName()));
    }
    return (T) value;
  }

  /** Reads a record. */
  public static <T> T read(byte[] bytes, Class<T> type) {
    return read(bytes, (Type) type);
  }

  /**
   * Checks that values of a type can be written.
   *
   * @throws IllegalArgumentException if not
   */
  static void require(Type type) {
    form(type);
  }

  @SuppressWarnings("unchecked")
  private static Form<Object> form(Type type) {
    Form<?> known = FORMS.get(type);
    if (known == null) {
      known = Forms.of(type);
      FORMS.put(type, known);
    }
    return (Form<Object>) known;
  }

  static GraphemberException unfit(String what) {
    return new GraphemberException(
        NodeError.MESSAGE_UNFIT,
        "A message between nodes cannot be read: %s; all nodes must run the same minor version of Graphember."
            .formatted(what));
  }
}
