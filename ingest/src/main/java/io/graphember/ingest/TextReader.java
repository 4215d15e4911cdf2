// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The text of a file: inflated if its first bytes say gzip, strictly UTF-8, without a byte order
 * mark, and with {@link #END} after its last line, by which the reader of rows knows that no quote
 * was left open.
 */
final class TextReader extends Reader {
  /** A row of its own after the last line; half a surrogate pair, which no UTF-8 text can hold. */
  static final char END_MARK = '\uD800';

  private static final String END = "\n" + END_MARK;
  private static final int LEAST_BUFFER_BYTES = 1 << 10;
  private static final int MOST_BUFFER_BYTES = 1 << 16;
  private static final int MARK_BYTES = 3;

  private final InputFile file;
  private final ReadMeter meter;
  private final SeekableByteChannel channel;
  private final InputStream bytes;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer in;
  private long metered;
  private long line = 1;
  private boolean started;
  private boolean exhausted;
  private int endGiven;

  TextReader(InputFile file, ReadMeter meter) {
    this.file = file;
    this.meter = meter;
    final int buffer =
        (int) Math.max(LEAST_BUFFER_BYTES, Math.min(MOST_BUFFER_BYTES, file.bytes()));
    in = ByteBuffer.allocate(buffer).flip();
    SeekableByteChannel opened = null;
    try {
      opened = Files.newByteChannel(file.path());
      bytes = inflated(new BufferedInputStream(Channels.newInputStream(opened), buffer), buffer);
      channel = opened;
    } catch (IOException e) {
      closeQuietly(opened, e);
      throw failed(e);
    }
  }

  private static void closeQuietly(SeekableByteChannel opened, IOException reason) {
    try {
      if (opened != null) {
        opened.close();
      }
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

  @Override
  public int read(char[] target, int offset, int length) {
    CharBuffer out = CharBuffer.wrap(target, offset, length);
    while (out.position() == offset && !(exhausted && !in.hasRemaining())) {
      CoderResult result = decoder.decode(in, out, exhausted);
      if (out.position() > offset) {
        break;
      }
      if (result.isError() || exhausted) {
        throw new GraphemberException(
            IngestError.INPUT_NOT_UTF8, file.name() + ":" + line + ": a byte here is not UTF-8.");
      }
      fill();
    }
    if (out.position() == offset) {
      return end(target, offset, length);
    }
    countLines(target, offset, out.position());
    return out.position() - offset;
  }

  private void fill() {
    in.compact();
    try {
      do {
        final int count = bytes.read(in.array(), in.position(), in.remaining());
        exhausted = count < 0;
        in.position(in.position() + Math.max(count, 0));
      } while (!exhausted && !started && in.position() < MARK_BYTES);
      in.flip();
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

  private void skipByteOrderMark() {
    if (in.remaining() >= MARK_BYTES
        && in.get(0) == (byte) 0xEF
        && in.get(1) == (byte) 0xBB
        && in.get(2) == (byte) 0xBF) {
      in.position(MARK_BYTES);
    }
  }

  private int end(char[] target, int offset, int length) {
    final int count = Math.min(length, END.length() - endGiven);
    END.getChars(endGiven, endGiven + count, target, offset);
    endGiven += count;
    return count == 0 ? -1 : count;
  }

  private void countLines(char[] text, int from, int to) {
    long count = 0;
    for (int i = from; i < to; i++) {
      count += text[i] == '\n' ? 1 : 0;
    }
    line += count;
  }

  private GraphemberException failed(IOException e) {
    if (e instanceof EOFException || e instanceof ZipException) {
      requireWhole(e);
      return new GraphemberException(
          IngestError.INPUT_DAMAGED,
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
  public void close() throws IOException {
    bytes.close();
    channel.close();
  }
}
