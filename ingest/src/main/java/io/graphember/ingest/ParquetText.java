// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Values of one Parquet column as text; used again for every row. */
final class ParquetText {
  /** Answer of {@link #read} for bytes that are no text. */
  static final int NOT_UTF8 = -1;

  private final Function<ColumnReader, String> plain; // null for text
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private char[] chars = new char[64];

  private ParquetText(Function<ColumnReader, String> plain) {
    this.plain = plain;
  }

  /** The text of a type; null if its values are none that a graph is made of. */
  static ParquetText of(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    final boolean unsigned =
        logical instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
    if (logical != null
        && !(logical instanceof IntLogicalTypeAnnotation)
        && !(logical instanceof StringLogicalTypeAnnotation)
        && !(logical instanceof EnumLogicalTypeAnnotation)
        && !(logical instanceof UUIDLogicalTypeAnnotation)) {
      return null;
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> new ParquetText(reader -> Boolean.toString(reader.getBoolean()));
      case INT32 ->
          new ParquetText(
              unsigned
                  ? reader -> Integer.toUnsignedString(reader.getInteger())
                  : reader -> Integer.toString(reader.getInteger()));
      case INT64 ->
          new ParquetText(
              unsigned
                  ? reader -> Long.toUnsignedString(reader.getLong())
                  : reader -> Long.toString(reader.getLong()));
      case FLOAT -> new ParquetText(reader -> Float.toString(reader.getFloat()));
      case DOUBLE -> new ParquetText(reader -> Double.toString(reader.getDouble()));
      case BINARY -> new ParquetText(null);
      case FIXED_LEN_BYTE_ARRAY ->
          logical instanceof UUIDLogicalTypeAnnotation ? new ParquetText(ParquetText::uuid) : null;
      case INT96 -> null;
    };
  }

  private static String uuid(ColumnReader reader) {
    ByteBuffer bytes = reader.getBinary().toByteBuffer();
    return new UUID(bytes.getLong(bytes.position()), bytes.getLong(bytes.position() + 8))
        .toString();
  }

  /** Makes the current value text: its length, or {@link #NOT_UTF8}. */
  int read(ColumnReader reader) {
    if (plain == null) {
      return decode(reader.getBinary().toByteBuffer());
    }
    String text = plain.apply(reader);
    reserve(text.length());
    text.getChars(0, text.length(), chars, 0);
    return text.length();
  }

  private int decode(ByteBuffer utf8) {
    reserve(utf8.remaining());
    CharBuffer out = CharBuffer.wrap(chars);
    decoder.reset();
    return decoder.decode(utf8, out, true).isError() ? NOT_UTF8 : out.position();
  }

  private void reserve(int length) {
    if (chars.length < length) {
      chars = new char[Math.max(length, 2 * chars.length)];
    }
  }

  /** What {@link #read} has written. */
  char[] chars() {
    return chars;
  }
}
