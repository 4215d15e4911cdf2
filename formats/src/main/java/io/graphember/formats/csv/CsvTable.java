// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.file.TextBytes;
import io.graphember.formats.table.RowTable;
import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A delimited file, row by row. The fields of a row are handed over as they are parsed, as a piece
 * of the parser's buffer: no object is made for a field or a row.
 *
 * <p>Every row has as many columns as the first, or as many as was asked for. Empty lines are
 * skipped where a row has several columns; in a file of one column they may stand at the end only,
 * unless each is asked for as a row.
 */
public final class CsvTable implements RowTable {
  /** As many columns as the first row has. */
  static final int ANY_NUMBER = -1;

  private static final char[] NO_TEXT = {};

  private final InputFile file;
  private final CsvReader<Boolean> reader;
  private final CloseableIterator<Boolean> rows;
  private final Fields fields = new Fields();
  private final List<String> names;
  private Row row = Row.IGNORED;
  private int columns;
  private final long linesBefore;
  private long lastRowLine;
  private long emptyLine;
  private boolean emptyRows; // an empty line is a row
  private boolean ended;

  /**
   * Opens a file.
   *
   * @param header true if the first row holds the names of the columns
   */
  public CsvTable(InputFile file, CsvDialect dialect, boolean header, ReadMeter meter) {
    this(dialect, header, ANY_NUMBER, new TextBytes(file, meter));
  }

  /** Opens a file without a header and with a given number of columns. */
  public CsvTable(InputFile file, CsvDialect dialect, int columns, ReadMeter meter) {
    this(dialect, false, columns, new TextBytes(file, meter));
  }

  /** A file of one column without a header, in which an empty line is a row like others. */
  public static CsvTable ofLines(InputFile file, CsvDialect dialect, ReadMeter meter) {
    CsvTable table = new CsvTable(file, dialect, 1, meter);
    table.emptyRows = true;
    return table;
  }

  private CsvTable(CsvDialect dialect, boolean header, int columns, TextBytes bytes) {
    this.file = bytes.file();
    this.columns = columns;
    this.linesBefore = bytes.line() - 1;
    this.lastRowLine = bytes.line();
    final boolean comments = dialect.comment() != CsvDialect.NO_COMMENT;
    reader =
        CsvReader.builder()
            .fieldSeparator(dialect.delimiter())
            .commentStrategy(comments ? CommentStrategy.SKIP : CommentStrategy.NONE)
            .commentCharacter(dialect.comment())
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(true) // seen by the end mark, which is then quoted
            .build(fields, dialect.reader(bytes));
    rows = reader.iterator();
    try {
      this.names = header ? header() : List.of();
    } catch (GraphemberException e) {
      close();
      throw e;
    }
  }

  /** Number of columns of a file without a header: those of its first row, 0 without rows. */
  public static int columns(InputFile file, CsvDialect dialect) {
    try (CsvTable table = new CsvTable(file, dialect, false, ReadMeter.silent())) {
      return table.next(Row.IGNORED) ? table.columns : 0;
    }
  }

  private List<String> header() {
    List<String> found = new ArrayList<>();
    if (!next((column, text, offset, length) -> found.add(new String(text, offset, length)))) {
      throw error(InputError.INPUT_COLUMN_MISSING, "there is no header, the file is empty");
    }
    return List.copyOf(found);
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean next(Row into) {
    row = into;
    while (!ended && advance()) {
      if (fields.emptyRow() && emptyRows) {
        lastRowLine = fields.line();
        into.field(0, NO_TEXT, 0, 0);
        return true;
      }
      if (fields.emptyRow()) {
        emptyLine = emptyLine == 0 ? fields.line() : emptyLine;
        continue;
      }
      if (columns == ANY_NUMBER) {
        columns = fields.count();
        emptyLine = 0;
      }
      if (columns == 1 && emptyLine > 0) {
        throw error(
            InputError.INPUT_RAGGED_ROW,
            emptyLine,
            "the line is empty; empty lines may stand at the end only");
      }
      if (fields.count() != columns) {
        throw error(
            InputError.INPUT_RAGGED_ROW,
            "the row has " + plural(fields.count()) + " instead of " + columns);
      }
      lastRowLine = fields.line();
      return true;
    }
    return false;
  }

  /** Passes over empty lines; true if nothing else follows. */
  public boolean atEnd() {
    row = Row.IGNORED;
    while (!ended && advance()) {
      if (!fields.emptyRow()) {
        return false;
      }
    }
    return true;
  }

  private static String plural(int columns) {
    return columns == 1 ? "1 column" : columns + " columns";
  }

  /** Parses a row; false at the end mark. */
  private boolean advance() {
    try {
      if (!rows.hasNext()) {
        throw new AssertionError("no end mark in " + file.name());
      }
      rows.next();
      return !ended;
    } catch (CsvParseException e) {
      throw parseError(e);
    }
  }

  private GraphemberException parseError(CsvParseException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphemberException known) {
        return known;
      }
    }
    final boolean afterQuote = String.valueOf(e.getMessage()).startsWith("Unexpected character");
    return error(
        InputError.INPUT_QUOTING,
        afterQuote
            ? "text follows a closing quote"
            : "a value is longer than 16777216 characters, perhaps because a quote is not closed");
  }

  @Override
  public GraphemberException error(ErrorCode code, String rule) {
    return error(code, ended ? lastRowLine : fields.line(), rule);
  }

  private GraphemberException error(ErrorCode code, long line, String rule) {
    return new GraphemberException(code, file.name() + ":" + line + ": " + rule + ".");
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
  }

  /** Hands fields over; holds back an empty first one until it is known not to be an empty line. */
  private final class Fields extends AbstractBaseCsvCallbackHandler<Boolean> {
    private boolean firstEmpty;

    long line() {
      return linesBefore + getStartingLineNumber();
    }

    int count() {
      return getFieldCount();
    }

    boolean emptyRow() {
      return getRecordType() == RecordType.EMPTY;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
      firstEmpty = false;
    }

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
      if (index == 0 && length == 0 && !quoted) {
        firstEmpty = true;
        return;
      }
      if (length > 0 && text[offset + length - 1] == TextReader.END_MARK) {
        if (quoted) {
          throw error(InputError.INPUT_QUOTING, "a quote is opened and never closed");
        }
        ended = true;
        return;
      }
      if (firstEmpty) {
        firstEmpty = false;
        row.field(0, text, offset, 0);
      }
      row.field(index, text, offset, length);
    }

    @Override
    protected Boolean buildRecord() {
      return true; // a row has been handed over already
    }
  }
}
