// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.file.TextBytes;
import io.graphember.schema.source.ReadMeter;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/**
 * Looks for the delimiter of a file in its first line, once a column was not found: most often the
 * one that was assumed is another.
 */
final class DelimiterGuess {
  private static final String USUAL = ",\t;|"; // a blank stands in names, too: it is looked at last
  private static final int MOST_CHARS = 1 << 16;

  private DelimiterGuess() {}

  /** The delimiter that fits instead of the one that was taken, as settings write it. */
  static Optional<String> other(InputFile file, CsvDialect dialect) {
    final char fits = fits(file, dialect);
    return fits == dialect.delimiter()
        ? Optional.empty()
        : Optional.of(fits == '\t' ? "tab" : String.valueOf(fits));
  }

  private static char fits(InputFile file, CsvDialect dialect) {
    final String line = firstLine(file, dialect);
    char fits = dialect.delimiter();
    for (char usual : USUAL.toCharArray()) {
      fits = count(line, usual) > count(line, fits) ? usual : fits;
    }
    if (count(line, fits) == 0 && !dialect.blanks() && line.strip().indexOf(' ') > 0) {
      fits = ' ';
    }
    return fits;
  }

  /** What to do about the delimiter, from a semicolon on; empty if the one that was taken fits. */
  static String remedy(InputFile file, CsvDialect dialect) {
    final char taken = dialect.delimiter();
    final char fits = fits(file, dialect);
    if (fits == taken) {
      return "";
    }
    return dialect.blanks()
        ? "; type: snap separates by blanks and tabs, but %s fits: use type: csv with delimiter: %s"
            .formatted(name(fits), name(fits))
        : "; the delimiter that was taken is %s, but %s fits: set delimiter: %s"
            .formatted(name(taken), name(fits), name(fits));
  }

  /** As a job file writes it. */
  private static String name(char delimiter) {
    return delimiter == '\t' ? "tab" : "'" + delimiter + "'";
  }

  /** Occurrences outside quotes. */
  private static int count(String line, char delimiter) {
    int count = 0;
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      quoted ^= line.charAt(i) == '"';
      count += !quoted && line.charAt(i) == delimiter ? 1 : 0;
    }
    return count;
  }

  /** The first line that is not empty and no comment, or what of it is looked at. */
  private static String firstLine(InputFile file, CsvDialect dialect) {
    char[] text = new char[MOST_CHARS];
    int length = 0;
    try (Reader reader = dialect.reader(new TextBytes(file, ReadMeter.silent()))) {
      int count = reader.read(text);
      while (count > 0) { // 0 once the text is full
        length += count;
        count = reader.read(text, length, text.length - length);
      }
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
    return new String(text, 0, length)
        .lines()
        .filter(line -> !line.isBlank() && line.charAt(0) != dialect.comment())
        .findFirst()
        .orElse("");
  }
}
