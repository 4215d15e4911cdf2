// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The head of a NumPy array as {@code numpy.save} writes it (NEP 1), read strictly:
 *
 * <pre>
 * byte[6]   magic     0x93 "NUMPY"
 * uint8     major     1, 2 or 3
 * uint8     minor     0
 * uint16    length    of the text, little-endian; uint32 from major 2 on
 * byte[]    text      {'descr': '&lt;f4', 'fortran_order': False, 'shape': (3, 2), } blanks newline
 * </pre>
 *
 * @param type what the values are
 * @param order byte order of the values
 * @param fortran true if the first index varies fastest
 * @param shape length of each dimension
 * @param bytes bytes of the head itself
 */
record NpyHeader(NpyType type, ByteOrder order, boolean fortran, long[] shape, int bytes) {
  /** Longest text of a head; that of a plain array takes about a hundred bytes. */
  static final int MAX_TEXT_BYTES = 4096;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern TEXT =
      Pattern.compile(
          "\\{'descr': '([^']{0,32})', 'fortran_order': (True|False),"
              + " 'shape': \\(([0-9L, ]{0,128})\\), *\\} *\\n?");
  private static final Pattern DESCR = Pattern.compile("([<>|=])([a-zA-Z][0-9]*)");
  private static final int MAX_DIMENSIONS = 32;

  /**
   * What a head says, whatever the values are.
   *
   * @param descr type of the values, as NumPy writes it
   * @param fortran true if the first index varies fastest
   * @param shape length of each dimension
   * @param bytes bytes of the head itself
   */
  record Head(String descr, boolean fortran, long[] shape, int bytes) {}

  private static GraphemberException unread(String name, String descr) {
    return unfit(
        name,
        "its values are of type "
            + descr
            + "; readable are "
            + Arrays.stream(NpyType.values()).map(t -> t.code).collect(Collectors.joining(", ")));
  }

  /**
   * Reads the head of an array of numbers.
   *
   * @param name how messages call the array
   * @throws GraphemberException with code {@link InputError#INPUT_DAMAGED} if the bytes are no
   *     head, or {@link InputError#INPUT_ARRAY_UNFIT} if it is one of another kind of array
   */
  static NpyHeader read(InputStream in, String name) throws IOException {
    Head head = readHead(in, name);
    Matcher descr = DESCR.matcher(head.descr);
    NpyType type =
        (descr.matches() ? NpyType.of(descr.group(2)) : Optional.<NpyType>empty())
            .orElseThrow(() -> unread(name, head.descr));
    return new NpyHeader(
        type,
        descr.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        head.fortran,
        head.shape,
        head.bytes);
  }

  /** Reads any head. */
  static Head readHead(InputStream in, String name) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw damaged(name, "it does not begin with the magic bytes \\x93NUMPY of a .npy file");
    }
    final int major = start[MAGIC.length];
    if (major < 1 || major > 3 || start[MAGIC.length + 1] != 0) {
      throw damaged(
          name,
          "its format version is "
              + (major & 0xFF)
              + "."
              + (start[MAGIC.length + 1] & 0xFF)
              + ", known are 1.0, 2.0 and 3.0");
    }
    byte[] length = in.readNBytes(major == 1 ? 2 : 4);
    long textBytes = 0;
    for (int i = length.length - 1; i >= 0; i--) {
      textBytes = textBytes << 8 | length[i] & 0xFF;
    }
    if (length.length < (major == 1 ? 2 : 4) || textBytes > MAX_TEXT_BYTES) {
      throw damaged(name, "its header takes " + textBytes + " bytes, more than " + MAX_TEXT_BYTES);
    }
    byte[] text = in.readNBytes((int) textBytes);
    if (text.length < textBytes) {
      throw damaged(name, "it ends inside its header");
    }
    return parse(
        new String(text, StandardCharsets.ISO_8859_1),
        start.length + length.length + text.length,
        name);
  }

  private static Head parse(String text, int bytes, String name) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw damaged(name, "its header is not that of a plain array: " + shown(text));
    }
    return new Head(
        matcher.group(1), matcher.group(2).equals("True"), shape(matcher.group(3), name), bytes);
  }

  private static String shown(String text) {
    String clean = text.strip().replaceAll("[^ -~]", "?");
    return clean.length() > 60 ? clean.substring(0, 60) + "..." : clean;
  }

  private static long[] shape(String text, String name) {
    String[] lengths = text.isBlank() ? new String[0] : text.strip().split(" *, *");
    long[] shape = new long[lengths.length];
    long elements = 1;
    try {
      for (int i = 0; i < lengths.length; i++) {
        shape[i] = Long.parseLong(lengths[i].replace("L", ""));
        elements = Math.multiplyExact(elements, Math.max(1, shape[i]));
      }
      Math.multiplyExact(elements, Long.BYTES);
    } catch (NumberFormatException | ArithmeticException e) {
      throw damaged(name, "its shape is (" + text + ")");
    }
    if (shape.length > MAX_DIMENSIONS) {
      throw damaged(name, "its shape is (" + text + ")");
    }
    return shape;
  }

  /** Number of values. */
  long elements() {
    long elements = 1;
    for (long length : shape) {
      elements *= length;
    }
    return elements;
  }

  /** Bytes of head and values. */
  long fileBytes() {
    return bytes + elements() * type.bytes;
  }

  /** The shape as NumPy writes it. */
  String shapeText() {
    return Arrays.stream(shape)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  static GraphemberException damaged(String name, String why) {
    return new GraphemberException(InputError.INPUT_DAMAGED, name + ": " + why + ".");
  }

  static GraphemberException unfit(String name, String why) {
    return new GraphemberException(InputError.INPUT_ARRAY_UNFIT, name + ": " + why + ".");
  }
}
