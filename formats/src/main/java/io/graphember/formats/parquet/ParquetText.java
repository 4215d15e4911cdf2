// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.table.FeatureColumns;
import io.graphember.formats.table.RowTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Values of one Parquet column as text, or as numbers; used again for every row. */
final class ParquetText {
  /** Answer of {@link #readRow} for bytes that are no text. */
  static final int NOT_UTF8 = -1;

  private static final long JULIAN_1970 = 2_440_588;
  private static final long NANOS = 1_000_000_000;

  private final @Nullable Function<ColumnReader, String> plain; // null for text
  private final Numeric numeric;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private char[] chars = new char[64];

  /** Offers the value of a column as a number. */
  @FunctionalInterface
  private interface Numeric {
    /** Of columns that have none. */
    Numeric NONE = (reader, column, into) -> false;

    /** True if it was taken. */
    boolean offer(ColumnReader reader, int column, RowTable.Row into);

    /** A number that may not be finite: then it is told as text. */
    static boolean offer(float value, int column, RowTable.Row into) {
      return Float.isFinite(value) && into.number(column, value);
    }
  }

  private ParquetText(@Nullable Function<ColumnReader, String> plain, Numeric numeric) {
    this.plain = plain;
    this.numeric = numeric;
  }

  /** The text of a type; empty if its values are none that a graph is made of. */
  static Optional<ParquetText> of(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    final boolean unsigned =
        logical instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
    if (logical != null
        && !(logical instanceof IntLogicalTypeAnnotation)
        && !(logical instanceof StringLogicalTypeAnnotation)
        && !(logical instanceof EnumLogicalTypeAnnotation)
        && !(logical instanceof DateLogicalTypeAnnotation)
        && !(logical instanceof TimestampLogicalTypeAnnotation)
        && !(logical instanceof UUIDLogicalTypeAnnotation)) {
      return Optional.empty();
    }
    if (logical instanceof DateLogicalTypeAnnotation) {
      return plain(reader -> LocalDate.ofEpochDay(reader.getInteger()).toString());
    }
    if (logical instanceof TimestampLogicalTypeAnnotation time) {
      final long second =
          switch (time.getUnit()) {
            case MILLIS -> 1_000;
            case MICROS -> 1_000_000;
            case NANOS -> NANOS;
          };
      return plain(reader -> moment(reader.getLong(), second));
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> plain(reader -> Boolean.toString(reader.getBoolean()));
      case INT32 ->
          unsigned
              ? plain(reader -> Integer.toUnsignedString(reader.getInteger()))
              : number(
                  reader -> Integer.toString(reader.getInteger()),
                  (reader, column, into) -> into.number(column, (long) reader.getInteger()));
      case INT64 ->
          unsigned
              ? plain(reader -> Long.toUnsignedString(reader.getLong()))
              : number(
                  reader -> Long.toString(reader.getLong()),
                  (reader, column, into) -> into.number(column, reader.getLong()));
      case FLOAT ->
          number(
              reader -> Float.toString(reader.getFloat()),
              (reader, column, into) -> Numeric.offer(reader.getFloat(), column, into));
      case DOUBLE ->
          number(
              reader -> Double.toString(reader.getDouble()),
              (reader, column, into) -> Numeric.offer((float) reader.getDouble(), column, into));
      case BINARY -> plain(null);
      case FIXED_LEN_BYTE_ARRAY ->
          logical instanceof UUIDLogicalTypeAnnotation
              ? plain(ParquetText::uuid)
              : Optional.empty();
      case INT96 -> plain(ParquetText::moment);
    };
  }

  private static Optional<ParquetText> plain(@Nullable Function<ColumnReader, String> text) {
    return number(text, Numeric.NONE);
  }

  private static Optional<ParquetText> number(
      @Nullable Function<ColumnReader, String> text, Numeric numeric) {
    return Optional.of(new ParquetText(text, numeric));
  }

  private static String moment(long units, long second) {
    return Instant.ofEpochSecond(
            Math.floorDiv(units, second), Math.floorMod(units, second) * (NANOS / second))
        .toString();
  }

  /** What older writers have for a time: nanoseconds of the day, then the Julian day. */
  private static String moment(ColumnReader reader) {
    ByteBuffer bytes = reader.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    final long nanos = bytes.getLong(bytes.position());
    final long day = bytes.getInt(bytes.position() + Long.BYTES) - JULIAN_1970;
    return Instant.ofEpochSecond(day * 86_400, nanos).toString();
  }

  private static String uuid(ColumnReader reader) {
    ByteBuffer bytes = reader.getBinary().toByteBuffer();
    return new UUID(bytes.getLong(bytes.position()), bytes.getLong(bytes.position() + 8))
        .toString();
  }

  /**
   * Hands the value of a row on as a number.
   *
   * @param definedAt definition level of a value that is there
   * @return false if it is none, or wanted as text: it was not read then
   */
  boolean number(ColumnReader reader, int definedAt, int column, RowTable.Row into) {
    final boolean taken =
        reader.getDescriptor().getMaxRepetitionLevel() == 0
            && reader.getCurrentDefinitionLevel() == definedAt
            && numeric.offer(reader, column, into);
    if (taken) {
      reader.consume();
    }
    return taken;
  }

  /**
   * Makes the values of a row text, with {@link FeatureColumns#LIST} between those of a list.
   *
   * @param definedAt definition level of a value that is there
   * @return its length, 0 if there is none, or {@link #NOT_UTF8}
   */
  int readRow(ColumnReader reader, int definedAt) {
    int length = 0;
    do {
      if (reader.getCurrentDefinitionLevel() == definedAt && length != NOT_UTF8) {
        if (length > 0) {
          reserve(length + 1);
          chars[length++] = FeatureColumns.LIST;
        }
        length = read(reader, length);
      }
      reader.consume();
    } while (reader.getCurrentRepetitionLevel() > 0);
    return length;
  }

  /** Makes the current value text behind what is there: where it ends, or {@link #NOT_UTF8}. */
  private int read(ColumnReader reader, int at) {
    if (plain == null) {
      return decode(reader.getBinary().toByteBuffer(), at);
    }
    String text = plain.apply(reader);
    reserve(at + text.length());
    text.getChars(0, text.length(), chars, at);
    return at + text.length();
  }

  private int decode(ByteBuffer utf8, int at) {
    reserve(at + utf8.remaining());
    CharBuffer out = CharBuffer.wrap(chars);
    out.position(at);
    decoder.reset();
    return decoder.decode(utf8, out, true).isError() ? NOT_UTF8 : out.position();
  }

  private void reserve(int length) {
    if (chars.length < length) {
      chars = Arrays.copyOf(chars, Math.max(length, 2 * chars.length));
    }
  }

  /** What {@link #readRow} has written. */
  char[] chars() {
    return chars;
  }
}
