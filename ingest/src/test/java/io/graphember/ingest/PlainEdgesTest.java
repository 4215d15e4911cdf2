// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain lines give what the library gives, and whatever else comes is left to it. */
class PlainEdgesTest {
  private Path folder;

  @BeforeProperty
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("graphember-plain");
  }

  @AfterProperty
  void removeFolder() throws IOException {
    Files.deleteIfExists(folder.resolve("e.csv"));
    Files.delete(folder);
  }

  /** A file, how it is written, whether its first row names the columns, where keys are. */
  record Case(String text, CsvDialect dialect, boolean header, EdgeColumns columns) {
    Case(String text, CsvDialect dialect, boolean header) {
      this(text, dialect, header, COLUMNS);
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<String> cells =
        Arbitraries.frequencyOf(
            Tuple.of(60, Arbitraries.longs().between(-99, 1_000_000).map(String::valueOf)),
            Tuple.of(6, Arbitraries.longs().map(String::valueOf)),
            Tuple.of(1, Arbitraries.of("\"7\"", "", " 5", "  ", "x", "é", "+3", "-", "1\r2")));
    Arbitrary<String> rows =
        Arbitraries.frequencyOf(
            Tuple.of(30, cells.list().ofSize(3).map(row -> String.join(",", row))),
            Tuple.of(2, Arbitraries.of("# a comment", "#", "# \"quoted\" é")),
            Tuple.of(1, Arbitraries.of("", "1,2", "1,2,3,4", "1 2 3", ",1,2,3", " ")));
    Arbitrary<String> texts =
        Combinators.combine(
                rows.list().ofMaxSize(60),
                Arbitraries.of("\n", "\r\n", ",\n"),
                Arbitraries.of(true, false))
            .as((lines, end, ended) -> String.join(end, lines) + (ended ? end : ""));
    return Combinators.combine(
            texts,
            Arbitraries.of(
                new CsvDialect(',', '#', false, Encoding.UTF_8),
                CsvDialect.COMMAS,
                CsvDialect.SNAP),
            Arbitraries.of(true, false),
            Arbitraries.of(COLUMNS, new EdgeColumns(1, 2, -1, -1, -1, List.of())))
        .as(
            (text, dialect, header, columns) ->
                new Case(
                    dialect.blanks() ? text.replace(",", " \t") : text, dialect, header, columns));
  }

  @Property(tries = 2000, seed = "71")
  void asTheLibrary(@ForAll("cases") Case test) {
    InputFile file = file(test.text());
    assertThat(read(file, test, true)).isEqualTo(read(file, test, false));
  }

  /** Blanks at the end of some lines and not of others are no column. */
  @Test
  void blanksAtTheEnd() throws IOException {
    makeFolder();
    Case test = new Case("1 2 3 \n4 5 6\n7 8 9\t\n", CsvDialect.SNAP, false);
    assertThat(read(file(test.text()), test, true)).containsExactly("3>1", "6>4", "9>7");
    removeFolder();
  }

  /** What separates columns may be a character of numbers. */
  @ParameterizedTest
  @ValueSource(chars = {'-', '5', '0', ' ', ';', '+'})
  void delimitersOfAllKinds(char delimiter) throws IOException {
    makeFolder();
    String text = "1,2,3\n12,,-4\n11,12,13\n7,8,9\n".replace(',', delimiter);
    Case test = new Case(text, new CsvDialect(delimiter, '#', false, Encoding.UTF_8), false);
    InputFile file = file(text);
    assertThat(read(file, test, true)).isEqualTo(read(file, test, false));
    removeFolder();
  }

  /** Lines are cut by the ends of buffers at every place. */
  @Test
  void longFiles() throws IOException {
    makeFolder();
    StringBuilder text = new StringBuilder("from,what,to\n");
    for (int i = 0; i < 40_000; i++) {
      text.append(i * 7919L % 100_003)
          .append(",x")
          .append(i % 13)
          .append(',')
          .append(i)
          .append("\n");
    }
    Case test = new Case(text.toString(), CsvDialect.COMMAS, true);
    InputFile file = file(test.text());
    List<String> plain = new ArrayList<>();
    assertThat(plainRows(file, test, plain)).isNull();
    assertThat(plain).hasSize(40_000).isEqualTo(read(file, test, false));
    String broken = test.text().replace("\n35003,", "\n3500x3,");
    assertThat(read(file(broken), test, true))
        .isEqualTo(read(file(broken), test, false))
        .last()
        .asString()
        .contains("is 3500x3; it must be a whole number of 64 bits");
    removeFolder();
  }

  private InputFile file(String text) {
    try {
      Files.write(folder.resolve("e.csv"), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new InputFolder(folder.getParent(), folder.getFileName().toString()).file("e.csv");
  }

  private static ReadMeter meter() {
    return new ReadMeter(ReadProgress.NONE, Cancellation.NEVER, 0);
  }

  private static final EdgeColumns COLUMNS = new EdgeColumns(2, 0, -1, -1, -1, List.of());

  private static RowTable plainRows(InputFile file, Case test, List<String> rows) {
    return new CsvFile(file, test.dialect(), test.header())
        .openAfterPlain(test.columns(), (s, d) -> rows.add(s + ">" + d), meter());
  }

  /** All rows, and the error that ended them, if any. */
  private static List<String> read(InputFile file, Case test, boolean plain) {
    List<String> rows = new ArrayList<>();
    try (RowTable table =
        plain
            ? plainRows(file, test, rows)
            : new CsvFile(file, test.dialect(), test.header())
                .open(test.columns().all(), meter())) {
      if (table == null) {
        return rows;
      }
      EdgeColumns.Reader edge =
          test.columns().reader(table, KeyKind.INT64, KeyKind.INT64, new LabelIndex());
      KeyColumn.Builder keys = new KeyColumn.Builder(KeyKind.INT64);
      while (table.next(edge)) {
        edge.source.appendTo(keys);
        edge.destination.appendTo(keys);
        KeyColumn both = keys.build();
        rows.add(both.longAt(0) + ">" + both.longAt(1));
      }
    } catch (GraphemberException e) {
      rows.add(e.code() + " " + e.getMessage());
    }
    return rows;
  }
}
