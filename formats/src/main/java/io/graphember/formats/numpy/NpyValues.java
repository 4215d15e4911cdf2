// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads the values of an array one after the other, with 64 KiB of memory. Used by one thread. */
final class NpyValues implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16; // a multiple of every value's bytes

  private final ArrayFile file;
  private final ReadMeter meter;
  private final InputStream in;
  private final NpyHeader header;
  private final ByteBuffer buffer;
  private long left;
  private long index;

  /**
   * Opens an array.
   *
   * @param first values before this one are passed over
   */
  NpyValues(ArrayFile file, long first, ReadMeter meter) {
    this.file = file;
    this.meter = meter;
    try {
      in = file.open();
    } catch (IOException e) {
      throw file.failed(e);
    }
    try {
      header = NpyHeader.read(in, file.name());
      if (header.fileBytes() != file.bytes()) {
        throw NpyHeader.damaged(
            file.name(),
            "its header, shape "
                + header.shapeText()
                + ", promises "
                + header.fileBytes()
                + " bytes, but it has "
                + file.bytes());
      }
      in.skipNBytes(first * header.type().bytes);
    } catch (IOException e) {
      close(in);
      throw file.failed(e);
    } catch (GraphemberException e) {
      close(in);
      throw e;
    }
    meter.advance(file.name(), first == 0 ? header.bytes() : 0);
    index = first;
    left = (header.elements() - first) * header.type().bytes;
    buffer = ByteBuffer.allocate(BUFFER_BYTES).order(header.order()).flip();
  }

  NpyHeader header() {
    return header;
  }

  String name() {
    return file.name();
  }

  /** Index of the next value. */
  long index() {
    return index;
  }

  /** The next value, of an array of integers or booleans. */
  long nextLong() {
    fill();
    index++;
    return header.type().readLong(buffer);
  }

  /** The next value. */
  double nextDouble() {
    fill();
    index++;
    return header.type().readDouble(buffer);
  }

  private void fill() {
    if (buffer.hasRemaining()) {
      return;
    }
    if (left == 0) {
      throw new IllegalStateException("no more values in " + file.name());
    }
    final int count = (int) Math.min(left, BUFFER_BYTES);
    try {
      final int read = in.readNBytes(buffer.array(), 0, count);
      if (read < count) {
        throw file.failed(new EOFException());
      }
    } catch (IOException e) {
      throw file.failed(e);
    }
    buffer.position(0).limit(count);
    left -= count;
    meter.advance(file.name(), count);
  }

  @Override
  public void close() {
    close(in);
  }

  private void close(InputStream opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      throw file.failed(e);
    }
  }
}
