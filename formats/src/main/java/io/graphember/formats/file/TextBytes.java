// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.file;

import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a text file, a buffer at a time: inflated if the first ones say gzip, and without a
 * byte order mark. Knows when the file has shrunk. Used by one thread.
 */
public final class TextBytes implements AutoCloseable {
  private static final int LEAST_BUFFER_BYTES = 1 << 10;
  private static final int MOST_BUFFER_BYTES = 1 << 16;
  private static final int MARK_BYTES = 3;

  private final InputFile file;
  private final ReadMeter meter;
  private final SeekableByteChannel channel;
  private final InputStream bytes;
  private final ByteBuffer buffer;
  private long metered;
  private boolean started;
  private boolean exhausted;

  private long line = 1;

  /** Opens a file. */
  public TextBytes(InputFile file, ReadMeter meter) {
    this.file = file;
    this.meter = meter;
    final int size = (int) Math.max(LEAST_BUFFER_BYTES, Math.min(MOST_BUFFER_BYTES, file.bytes()));
    buffer = ByteBuffer.allocate(size).flip();
    try {
      channel = Files.newByteChannel(file.path());
    } catch (IOException e) {
      throw failed(e);
    }
    try {
      bytes = inflated(new BufferedInputStream(Channels.newInputStream(channel), size), size);
    } catch (IOException e) {
      closeQuietly(channel, e);
      throw failed(e);
    }
  }

  private static void closeQuietly(SeekableByteChannel opened, IOException reason) {
    try {
      opened.close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  private static InputStream inflated(InputStream raw, int buffer) throws IOException {
    raw.mark(2);
    final boolean gzip = raw.read() == 0x1F && raw.read() == 0x8B;
    raw.reset();
    return gzip ? new GZIPInputStream(raw, buffer) : raw;
  }

  /** The file. */
  public InputFile file() {
    return file;
  }

  /** Line of the first unread byte, from 1, as counted by who reads. */
  public long line() {
    return line;
  }

  /** Counts lines that were read. */
  public void passLines(long count) {
    line += count;
  }

  /** The bytes that were read and not taken yet, in an array. */
  public ByteBuffer buffer() {
    return buffer;
  }

  /** True if nothing follows what is in the buffer. */
  public boolean exhausted() {
    return exhausted;
  }

  /** Reads more behind what is in the buffer; nothing if that is full. */
  public void fill() {
    buffer.compact();
    try {
      do {
        final int count = bytes.read(buffer.array(), buffer.position(), buffer.remaining());
        exhausted = count < 0;
        buffer.position(buffer.position() + Math.max(count, 0));
      } while (!exhausted && !started && buffer.position() < MARK_BYTES);
      buffer.flip();
      if (exhausted) {
        file.requireWhole(channel.size()); // cut between two lines it would pass for less
      }
      if (!started) {
        started = true;
        skipByteOrderMark();
      }
      meter.advance(file.name(), channel.position() - metered);
      metered = channel.position();
      if (exhausted) {
        file.requireWhole(channel.size());
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What is left to read as a stream, which need not be closed. */
  public InputStream stream() {
    return new InputStream() {
      @Override
      public int read() {
        return more() ? buffer.get() & 0xFF : -1;
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        if (length == 0 || !more()) {
          return length == 0 ? 0 : -1;
        }
        final int count = Math.min(length, buffer.remaining());
        buffer.get(target, offset, count);
        return count;
      }

      private boolean more() {
        while (!buffer.hasRemaining() && !exhausted) {
          fill();
        }
        return buffer.hasRemaining();
      }
    };
  }

  private void skipByteOrderMark() {
    if (buffer.remaining() >= MARK_BYTES
        && buffer.get(0) == (byte) 0xEF
        && buffer.get(1) == (byte) 0xBB
        && buffer.get(2) == (byte) 0xBF) {
      buffer.position(MARK_BYTES);
    }
  }

  private GraphemberException failed(IOException e) {
    if (e instanceof EOFException || e instanceof ZipException) {
      requireWhole(e);
      return new GraphemberException(
          InputError.INPUT_DAMAGED,
          file.name() + ":" + line + ": the compressed file ends or is damaged in this line.",
          e);
    }
    return InputFolder.unreadable(file.name(), e);
  }

  private void requireWhole(IOException reason) {
    try {
      file.requireWhole(Files.size(file.path()));
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    try {
      bytes.close();
      channel.close();
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
  }
}
