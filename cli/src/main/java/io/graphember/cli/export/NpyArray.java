// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An array of a number of rows that is known at the end, in the format of {@code numpy.save} (NEP
 * 1, version 1.0), little-endian:
 *
 * <pre>
 * byte[6]   magic     0x93 "NUMPY"
 * uint8     major     1
 * uint8     minor     0
 * uint16    length    118: values begin at byte 128, whatever the shape
 * byte[118] text      {'descr': '&lt;f4', 'fortran_order': False, 'shape': (3, 2), } blanks newline
 * value[]   values    float32 or int64, row by row
 * </pre>
 */
final class NpyArray implements Closeable {
  private static final int VALUES_BEGIN = 128;
  private static final int TEXT_BEGINS = 10;
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel file;
  private final String type;
  private final String rowShape;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long rows;

  private NpyArray(Path path, String type, String rowShape) throws IOException {
    this.type = type;
    this.rowShape = rowShape;
    file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    file.position(VALUES_BEGIN);
  }

  /** A matrix of 32-bit floats, {@code width} in each row. */
  static NpyArray floats(Path file, int width) throws IOException {
    return new NpyArray(file, "<f4", " " + width);
  }

  /** A vector of 64-bit integers, one in each row. */
  static NpyArray integers(Path file) throws IOException {
    return new NpyArray(file, "<i8", "");
  }

  void put(float value) throws IOException {
    if (buffer.remaining() < Float.BYTES) {
      flush();
    }
    buffer.putFloat(value);
  }

  void put(long value) throws IOException {
    if (buffer.remaining() < Long.BYTES) {
      flush();
    }
    buffer.putLong(value);
  }

  void endRow() {
    rows++;
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** Writes the head, which has the number of rows. */
  @Override
  public void close() throws IOException {
    try (file) {
      flush();
      String text =
          "{'descr': '%s', 'fortran_order': False, 'shape': (%d,%s), }"
              .formatted(type, rows, rowShape);
      String blanks = " ".repeat(VALUES_BEGIN - TEXT_BEGINS - 1 - text.length());
      buffer
          .put((byte) 0x93)
          .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
          .put((byte) 1)
          .put((byte) 0)
          .putShort((short) (VALUES_BEGIN - TEXT_BEGINS))
          .put((text + blanks + "\n").getBytes(StandardCharsets.US_ASCII));
      file.position(0);
      flush();
    }
  }
}
