// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.graphember.client.api.Json;
import io.graphember.schema.KeyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results as arrays: the numbers as a matrix of 32-bit floats, a row for each vertex, and the keys
 * in the order of the rows. Integer keys are an array of 64-bit integers; others are one column of
 * comma-separated text with the header {@code key}, since text may have line breaks. The other
 * vertices of candidates are written like keys, other texts as columns of one file. The class of a
 * row is where its largest probability is; the names of the classes are a JSON array in the order
 * of the columns, null for one that nobody knows any more.
 */
final class NpyResults implements ExportWriter {
  static final String INTEGER_KEYS = "-keys.npy";
  static final String TEXT_KEYS = "-keys.csv";
  static final String INTEGER_OTHERS = "-others.npy";
  static final String TEXT_OTHERS = "-others.csv";
  static final String TEXTS = "-texts.csv";
  static final String CLASSES = "-classes.json";

  private final NpyArray numbers;
  private final Keys keys;
  private final @Nullable Keys others; // null if rows are not of pairs
  private final @Nullable CsvWriter texts; // null if rows have none
  private final PublishedClassNames classes;
  private final @Nullable Path classFile; // null if rows have no class

  NpyResults(ResultColumns columns, DraftFolder folder) throws IOException {
    final String name = columns.name();
    classes = columns.classes();
    numbers = NpyArray.floats(folder.draft(name + ".npy"), columns.width());
    try {
      keys = keys(columns.keys(), folder, name + INTEGER_KEYS, name + TEXT_KEYS);
      others =
          columns.others().isPresent()
              ? keys(columns.others().get(), folder, name + INTEGER_OTHERS, name + TEXT_OTHERS)
              : null;
      texts =
          columns.kind().texts().isEmpty()
              ? null
              : texts(folder.draft(name + TEXTS), columns.kind().texts());
      classFile = columns.kind().classified() ? folder.draft(name + CLASSES) : null;
    } catch (IOException e) {
      numbers.close();
      throw e;
    }
  }

  private static Keys keys(KeyKind kind, DraftFolder folder, String integers, String texts)
      throws IOException {
    return kind == KeyKind.INT64
        ? new IntegerKeys(folder.draft(integers))
        : new TextKeys(folder.draft(texts));
  }

  @Override
  public void write(ResultRow row) throws IOException {
    if (classFile != null) {
      classes.see(row);
    }
    for (float number : row.numbers()) {
      numbers.put(number);
    }
    numbers.endRow();
    keys.write(row.key());
    if (texts != null) {
      texts.writeRecord(row.texts());
    }
    if (others != null) {
      others.write(row.other());
    }
  }

  @Override
  public void close() throws IOException {
    try (numbers;
        others;
        texts) {
      keys.close();
    }
    if (classFile != null) {
      Files.writeString(classFile, Json.writePretty(classes.names()) + "\n");
    }
  }

  private static CsvWriter texts(Path file, List<String> header) throws IOException {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file).writeRecord(header);
  }

  /** Writes keys one after the other. */
  private interface Keys extends AutoCloseable {
    void write(Object key) throws IOException;

    @Override
    void close() throws IOException;
  }

  private static final class IntegerKeys implements Keys {
    private final NpyArray out;

    IntegerKeys(Path file) throws IOException {
      out = NpyArray.integers(file);
    }

    @Override
    public void write(Object key) throws IOException {
      out.put((Long) key);
      out.endRow();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private static final class TextKeys implements Keys {
    private final CsvWriter out;

    TextKeys(Path file) throws IOException {
      out = texts(file, List.of(ResultColumns.KEY));
    }

    @Override
    public void write(Object key) {
      out.writeRecord(key.toString());
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
