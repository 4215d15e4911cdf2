// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * How a delimited file is written; values may stand in double quotes.
 *
 * @param delimiter separates columns
 * @param comment begins lines that are skipped, {@link #NO_COMMENT} for none
 */
record CsvDialect(char delimiter, char comment) {
  /** A character that no UTF-8 file can hold. */
  static final char NO_COMMENT = '\uDC00';

  /** Commas, no comments. */
  static final CsvDialect COMMAS = new CsvDialect(',', NO_COMMENT);

  /** The dialect of the settings, both of which may be null. */
  static CsvDialect of(String file, String delimiter, String comment) {
    return new CsvDialect(
        delimiter == null ? byName(file) : delimiter.equals("tab") ? '\t' : delimiter.charAt(0),
        comment == null ? NO_COMMENT : comment.charAt(0));
  }

  private static char byName(String file) {
    final String plain = file.endsWith(".gz") ? file.substring(0, file.length() - 3) : file;
    return plain.endsWith(".tsv") || plain.endsWith(".txt") ? '\t' : ',';
  }
}
