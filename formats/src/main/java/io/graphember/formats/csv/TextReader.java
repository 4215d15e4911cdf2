// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.TextBytes;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * The text of a file from the first unread byte on: strictly in its encoding, and with {@link
 * #END_MARK} on a line of its own after the last, by which the reader of rows knows that no quote
 * was left open.
 */
final class TextReader extends Reader {
  /** A row of its own after the last line; half a surrogate pair, which no UTF-8 text can hold. */
  static final char END_MARK = '\uD800';

  private final TextBytes bytes;
  private final Encoding encoding;
  private final CharsetDecoder decoder;
  private boolean lineBegun;
  private boolean ended;

  TextReader(TextBytes bytes, Encoding encoding) {
    this.bytes = bytes;
    this.encoding = encoding;
    decoder = encoding.decoder();
  }

  @Override
  public int read(char[] target, int offset, int length) {
    if (length == 0) {
      return 0; // as a reader must, also at the end
    }
    CharBuffer out = CharBuffer.wrap(target, offset, length);
    while (out.position() == offset && !(bytes.exhausted() && !bytes.buffer().hasRemaining())) {
      CoderResult result = decoder.decode(bytes.buffer(), out, bytes.exhausted());
      if (out.position() > offset) {
        break;
      }
      if (result.isError() || bytes.exhausted()) {
        throw new GraphemberException(
            InputError.INPUT_NOT_UTF8,
            "%s:%d: a byte here is not %s; set encoding to that of the file, for example latin1 (type: csv), or convert it with iconv."
                .formatted(bytes.file().name(), bytes.line(), encoding.text()));
      }
      bytes.fill();
    }
    if (out.position() == offset) {
      return end(target, offset);
    }
    lineBegun = target[out.position() - 1] != '\n';
    countLines(target, offset, out.position());
    return out.position() - offset;
  }

  /** First a line break, if the last line has none: an empty line more would be a row. */
  private int end(char[] target, int offset) {
    if (ended) {
      return -1;
    }
    target[offset] = lineBegun ? '\n' : END_MARK;
    ended = !lineBegun;
    lineBegun = false;
    return 1;
  }

  private void countLines(char[] text, int from, int to) {
    long count = 0;
    for (int i = from; i < to; i++) {
      count += text[i] == '\n' ? 1 : 0;
    }
    bytes.passLines(count);
  }

  @Override
  public void close() {
    bytes.close();
  }
}
