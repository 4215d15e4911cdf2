// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.TextBytes;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * How a delimited file is written; values may stand in double quotes.
 *
 * @param delimiter separates columns
 * @param comment begins lines that are skipped, {@link #NO_COMMENT} for none
 * @param blanks true if any run of blanks and tabs stands for one delimiter, and none at the ends
 * @param encoding of its characters
 */
public record CsvDialect(char delimiter, char comment, boolean blanks, Encoding encoding) {
  /** A character that no file can hold. */
  static final char NO_COMMENT = '\uDC00';

  /** Commas, no comments. */
  public static final CsvDialect COMMAS = commas(Encoding.UTF_8);

  /** The text files of SNAP: blanks or tabs, comments after a hash. */
  static final CsvDialect SNAP = new CsvDialect('\t', '#', true, Encoding.UTF_8);

  /** Commas, no comments. */
  static CsvDialect commas(Encoding encoding) {
    return new CsvDialect(',', NO_COMMENT, false, encoding);
  }

  /** The dialect of the settings; delimiter and comment may be null. */
  static CsvDialect of(
      String file, @Nullable String delimiter, @Nullable String comment, Encoding encoding) {
    return new CsvDialect(
        delimiter == null ? byName(file) : delimiter.equals("tab") ? '\t' : delimiter.charAt(0),
        comment == null ? NO_COMMENT : comment.charAt(0),
        false,
        encoding);
  }

  /** The unread text of a file, ready for the parser. */
  Reader reader(TextBytes bytes) {
    TextReader text = new TextReader(bytes, encoding);
    return blanks ? new BlankReader(text, delimiter) : text;
  }

  private static char byName(String file) {
    final String plain = file.endsWith(".gz") ? file.substring(0, file.length() - 3) : file;
    return plain.endsWith(".tsv") || plain.endsWith(".txt") ? '\t' : ',';
  }
}
