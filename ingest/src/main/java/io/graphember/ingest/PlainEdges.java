// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the edges of a delimited file as long as its lines are plain: ASCII without quotes, with a
 * short whole number in both columns of keys. Where the first other line begins it stops, and the
 * library goes on there: whatever is unusual or wrong is the library's to read and to refuse.
 *
 * <p>Bytes are looked at where they lie; nothing is made for a line. Used by one thread.
 */
final class PlainEdges {
  /** Takes an edge. */
  @FunctionalInterface
  interface Sink {
    void edge(long source, long destination);
  }

  /** As many digits as a long holds whatever they are. */
  private static final int MOST_DIGITS = 18;

  private static final int INCOMPLETE = -1;
  private static final int UNUSUAL = -2;

  private final TextBytes bytes;
  private final CsvDialect dialect;
  private final int sourceColumn;
  private final int destinationColumn;
  private int columns = CsvTable.ANY_NUMBER;
  private List<String> names = List.of();
  private long source;
  private long destination;
  private int rowColumns;

  PlainEdges(TextBytes bytes, CsvDialect dialect, int sourceColumn, int destinationColumn) {
    this.bytes = bytes;
    this.dialect = dialect;
    this.sourceColumn = sourceColumn;
    this.destinationColumn = destinationColumn;
  }

  /** False of a dialect whose delimiter may be a part of a whole number, or of other bytes. */
  static boolean reads(CsvDialect dialect) {
    if (dialect.encoding() != Encoding.UTF_8) {
      return false;
    }
    final char delimiter = dialect.delimiter();
    return delimiter != '-' && (delimiter < '0' || delimiter > '9');
  }

  /** Columns of a row, {@link CsvTable#ANY_NUMBER} if none was read. */
  int columns() {
    return columns;
  }

  /** Names of the columns, empty without a header. */
  List<String> names() {
    return names;
  }

  /**
   * Reads the header.
   *
   * @return false if it is not plain, and left to the library
   */
  boolean header() {
    ByteBuffer buffer = bytes.buffer();
    int end = INCOMPLETE;
    while (end == INCOMPLETE && more()) {
      end = plainLine(buffer.array(), buffer.position(), buffer.limit());
    }
    if (end < 0 || dialect.blanks() || buffer.get(buffer.position()) == dialect.comment()) {
      return false;
    }
    String line = line(buffer, end);
    if (line.isEmpty()) {
      return false;
    }
    names = List.of(line.split(Pattern.quote(String.valueOf(dialect.delimiter())), -1));
    columns = names.size();
    buffer.position(end);
    bytes.line++;
    return true;
  }

  private static String line(ByteBuffer buffer, int end) {
    final int start = buffer.position();
    int length = end - start - 1;
    if (length > 0 && buffer.get(start + length - 1) == '\r') {
      length--;
    }
    return new String(buffer.array(), start, length, StandardCharsets.US_ASCII);
  }

  /** Reads rows up to the first that is not plain; true if there is none. */
  boolean stream(Sink sink) {
    ByteBuffer buffer = bytes.buffer();
    while (true) {
      final byte[] text = buffer.array();
      final int limit = buffer.limit();
      int at = buffer.position();
      int end = at;
      long lines = 0;
      while (at < limit) {
        end = text[at] == dialect.comment() ? plainLine(text, at, limit) : row(text, at, limit);
        if (end < 0) {
          break;
        }
        if (rowColumns > 0) {
          sink.edge(source, destination);
        }
        lines++;
        at = end;
      }
      bytes.line += lines;
      buffer.position(at);
      if (end == UNUSUAL || !more()) {
        return end != UNUSUAL && !buffer.hasRemaining();
      }
    }
  }

  /** Reads more bytes; false if there are none, or no room for them. */
  private boolean more() {
    if (bytes.exhausted() || bytes.buffer().remaining() == bytes.buffer().capacity()) {
      return false;
    }
    bytes.fill();
    return true;
  }

  /** The end of a line of ASCII without quotes, which holds no edge. */
  private int plainLine(byte[] text, int from, int limit) {
    rowColumns = 0;
    for (int i = from; i < limit; i++) {
      if (text[i] == '\n') {
        return i + 1;
      }
      if (text[i] == '\r') {
        return lineFeed(text, i + 1, limit);
      }
      if (text[i] == '"' || text[i] < ' ' && text[i] != '\t') { // not ASCII is negative
        return UNUSUAL;
      }
    }
    return INCOMPLETE;
  }

  /** The end of a line whose carriage return was seen. */
  private static int lineFeed(byte[] text, int at, int limit) {
    return at == limit ? INCOMPLETE : text[at] == '\n' ? at + 1 : UNUSUAL;
  }

  /** The end of a row, whose keys are kept. */
  private int row(byte[] text, int from, int limit) {
    if (text[from] == '\n' || text[from] == '\r' || blank(text[from])) {
      return UNUSUAL; // an empty line, or blanks before the first column
    }
    int column = 0;
    int at = from;
    while (true) {
      at =
          column == sourceColumn || column == destinationColumn
              ? number(text, at, limit, column)
              : skip(text, at, limit);
      if (at < 0) {
        return at;
      }
      column++;
      if (blank(text[at])) {
        at = behindBlanks(text, at, limit);
        if (at == limit) {
          return INCOMPLETE;
        }
        if (text[at] != '\n' && text[at] != '\r') {
          continue;
        }
      } else if (text[at] == dialect.delimiter()) {
        at++;
        continue;
      }
      if (text[at] == '\n') {
        return ended(column, at + 1);
      } else if (text[at] == '\r') {
        final int end = lineFeed(text, at + 1, limit);
        return end < 0 ? end : ended(column, end);
      } else {
        return UNUSUAL;
      }
    }
  }

  private int ended(int rowLength, int end) {
    if (columns == CsvTable.ANY_NUMBER) {
      columns = rowLength;
    }
    rowColumns = rowLength;
    return rowLength == columns ? end : UNUSUAL;
  }

  /** True of what separates columns together with those beside it. */
  private boolean blank(byte c) {
    return dialect.blanks() && (c == ' ' || c == '\t');
  }

  private int behindBlanks(byte[] text, int from, int limit) {
    int at = from;
    while (at < limit && blank(text[at])) {
      at++;
    }
    return at;
  }

  /** Reads a number; the byte behind it, which may be anything. */
  private int number(byte[] text, int from, int limit, int column) {
    int at = from;
    final boolean negative = at < limit && text[at] == '-';
    if (negative) {
      at++;
    }
    final int first = at;
    long value = 0;
    while (at < limit && text[at] >= '0' && text[at] <= '9') {
      value = 10 * value + text[at] - '0';
      at++;
    }
    if (at == limit) {
      return INCOMPLETE;
    }
    if (at == first || at - first > MOST_DIGITS) {
      return UNUSUAL;
    }
    if (column == sourceColumn) {
      source = negative ? -value : value;
    }
    if (column == destinationColumn) {
      destination = negative ? -value : value;
    }
    return at;
  }

  /** Passes over a field; the delimiter or line end behind it. */
  private int skip(byte[] text, int from, int limit) {
    for (int at = from; at < limit; at++) {
      final byte c = text[at];
      if (c == dialect.delimiter() || c == '\n' || c == '\r' || blank(c)) {
        return at;
      }
      if (c == '"' || c < ' ') { // not ASCII is negative
        return UNUSUAL;
      }
    }
    return INCOMPLETE;
  }
}
