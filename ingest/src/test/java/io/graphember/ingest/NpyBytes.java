// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes arrays as NumPy does. */
final class NpyBytes {
  private NpyBytes() {}

  /** An array with values given as doubles. */
  static byte[] of(String descr, String shape, double... values) {
    return of(descr, false, shape, values);
  }

  static byte[] of(String descr, boolean fortran, String shape, double... values) {
    ByteBuffer data =
        ByteBuffer.allocate(8 * values.length)
            .order(descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (descr.substring(1)) {
        case "b1", "i1", "u1" -> data.put((byte) value);
        case "i2", "u2" -> data.putShort((short) value);
        case "i4" -> data.putInt((int) value);
        case "u4" -> data.putInt((int) (long) value);
        case "i8" -> data.putLong((long) value);
        case "f4" -> data.putFloat((float) value);
        case "f8" -> data.putDouble(value);
        default -> throw new IllegalArgumentException(descr);
      }
    }
    return raw(
        1,
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
            .formatted(descr, fortran ? "True" : "False", shape),
        Arrays.copyOf(data.array(), data.position()));
  }

  /** An array of text, of type U with its byte order, or S. */
  static byte[] texts(String descr, String... values) {
    final int length = Integer.parseInt(descr.substring(2));
    final boolean wide = descr.charAt(1) == 'U';
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (String value : values) {
      byte[] bytes =
          value.getBytes(
              !wide
                  ? StandardCharsets.UTF_8
                  : Charset.forName(descr.startsWith(">") ? "UTF-32BE" : "UTF-32LE"));
      data.writeBytes(Arrays.copyOf(bytes, wide ? 4 * length : length));
    }
    return raw(
        1,
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }".formatted(descr, values.length),
        data.toByteArray());
  }

  /** An array with any text for a header. */
  static byte[] raw(int major, String header, byte[] data) {
    final int fixed = major == 1 ? 10 : 12;
    final int blanks = 63 - (fixed + header.length()) % 64;
    byte[] text = (header + " ".repeat(blanks) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer out =
        ByteBuffer.allocate(fixed + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.ISO_8859_1));
    out.put((byte) major).put((byte) 0);
    if (major == 1) {
      out.putShort((short) text.length);
    } else {
      out.putInt(text.length);
    }
    return out.put(text).put(data).array();
  }

  /** An archive of arrays. */
  static byte[] archive(Map<String, byte[]> arrays) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
        zip.putNextEntry(new ZipEntry(array.getKey() + ".npy"));
        zip.write(array.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Three vertices with the edges 0 to 1, 0 to 2 and 2 to 0, two features, classes 5, none, 3. */
  static Map<String, byte[]> smallArchive() {
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    arrays.put("adj_data", of("<f4", "(3,)", 1, 1, 1));
    arrays.put("adj_indices", of("<i4", "(3,)", 1, 2, 0));
    arrays.put("adj_indptr", of("<i4", "(4,)", 0, 2, 2, 3));
    arrays.put("adj_shape", of("<i8", "(2,)", 3, 3));
    arrays.put("attr_data", of("<f4", "(4,)", 1, .5, 2, 3));
    arrays.put("attr_indices", of("<i4", "(4,)", 1, 0, 1, 1));
    arrays.put("attr_indptr", of("<i4", "(4,)", 0, 1, 1, 4));
    arrays.put("attr_shape", of("<i8", "(2,)", 3, 2));
    arrays.put("labels", of("<i8", "(3,)", 5, -1, 3));
    arrays.put("train_mask", of("|b1", "(3,)", 1, 0, 0));
    arrays.put("test_index", of("<i8", "(1,)", 2));
    return arrays;
  }
}
