// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import java.io.IOException;
import java.io.Reader;

/**
 * Turns every run of blanks and tabs into one delimiter and drops those at either end of a line.
 */
final class BlankReader extends Reader {
  private static final int BUFFER_CHARS = 1 << 14;

  private final Reader text;
  private final char delimiter;
  private final char[] in = new char[BUFFER_CHARS];
  private final char[] out = new char[BUFFER_CHARS + 1]; // one delimiter may be pending
  private int from;
  private int to;
  private boolean lineStart = true;
  private boolean pending;

  BlankReader(Reader text, char delimiter) {
    this.text = text;
    this.delimiter = delimiter;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    while (from == to) {
      final int count = text.read(in, 0, BUFFER_CHARS);
      if (count < 0) {
        return -1;
      }
      squeeze(count);
    }
    final int count = Math.min(length, to - from);
    System.arraycopy(out, from, target, offset, count);
    from += count;
    return count;
  }

  private void squeeze(int count) {
    from = 0;
    to = 0;
    for (int i = 0; i < count; i++) {
      final char c = in[i];
      if (c == ' ' || c == '\t') {
        pending = !lineStart;
        continue;
      }
      final boolean lineEnd = c == '\n' || c == '\r';
      if (pending && !lineEnd) {
        out[to++] = delimiter;
      }
      pending = false;
      lineStart = lineEnd;
      out[to++] = c;
    }
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
