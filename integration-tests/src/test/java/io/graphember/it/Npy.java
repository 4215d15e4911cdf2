// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Arrays as NumPy writes them. */
public final class Npy {
  private static final int FIXED = 10;

  private Npy() {}

  /** An array of 64-bit integers. */
  public static byte[] longs(String shape, long... values) {
    ByteBuffer data = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      data.putLong(value);
    }
    return array("<i8", shape, data.array());
  }

  /** An array of floats. */
  public static byte[] floats(String shape, float... values) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      data.putFloat(value);
    }
    return array("<f4", shape, data.array());
  }

  /** An array of any type. */
  public static byte[] array(String type, String shape, byte[] data) {
    String header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(type, shape);
    String text = header + " ".repeat(63 - (FIXED + header.length()) % 64) + "\n";
    return ByteBuffer.allocate(FIXED + text.length() + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.ISO_8859_1))
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) text.length())
        .put(text.getBytes(StandardCharsets.ISO_8859_1))
        .put(data)
        .array();
  }

  /** An archive. */
  public static byte[] archive(Map<String, byte[]> arrays) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
        zip.putNextEntry(new ZipEntry(array.getKey() + ".npy"));
        zip.write(array.getValue());
      }
    }
    return out.toByteArray();
  }

  /** The arrays of a graph of three vertices as sparse matrices. */
  public static Map<String, byte[]> matrices() {
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    arrays.put("adj_data", floats("(3,)", 1, 1, 1));
    arrays.put("adj_indices", longs("(3,)", 1, 2, 0));
    arrays.put("adj_indptr", longs("(4,)", 0, 2, 2, 3));
    arrays.put("adj_shape", longs("(2,)", 3, 3));
    arrays.put("attr_data", floats("(4,)", 1, .5f, 2, 3));
    arrays.put("attr_indices", longs("(4,)", 1, 0, 1, 1));
    arrays.put("attr_indptr", longs("(4,)", 0, 1, 1, 4));
    arrays.put("attr_shape", longs("(2,)", 3, 2));
    arrays.put("labels", longs("(3,)", 5, -1, 3));
    return arrays;
  }
}
