// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * The text of a file from the first unread byte on: strictly UTF-8, and with {@link #END} after its
 * last line, by which the reader of rows knows that no quote was left open.
 */
final class TextReader extends Reader {
  /** A row of its own after the last line; half a surrogate pair, which no UTF-8 text can hold. */
  static final char END_MARK = '\uD800';

  private static final String END = "\n" + END_MARK;

  private final TextBytes bytes;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private int endGiven;

  TextReader(TextBytes bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(char[] target, int offset, int length) {
    CharBuffer out = CharBuffer.wrap(target, offset, length);
    while (out.position() == offset && !(bytes.exhausted() && !bytes.buffer().hasRemaining())) {
      CoderResult result = decoder.decode(bytes.buffer(), out, bytes.exhausted());
      if (out.position() > offset) {
        break;
      }
      if (result.isError() || bytes.exhausted()) {
        throw new GraphemberException(
            IngestError.INPUT_NOT_UTF8,
            bytes.file().name() + ":" + bytes.line + ": a byte here is not UTF-8.");
      }
      bytes.fill();
    }
    if (out.position() == offset) {
      return end(target, offset, length);
    }
    countLines(target, offset, out.position());
    return out.position() - offset;
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
    bytes.line += count;
  }

  @Override
  public void close() {
    bytes.close();
  }
}
