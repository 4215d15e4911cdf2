// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.formats.csv.CsvDialect;
import io.graphember.formats.csv.CsvTable;
import io.graphember.formats.file.InputFile;
import io.graphember.formats.fixture.InputFiles;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumbersTest {

  private static long whole(String text) {
    return Numbers.parseLong(null, 0, ("x" + text + "9").toCharArray(), 1, text.length());
  }

  private static float real(String text) {
    return Numbers.parseFloat(null, 0, ("x" + text + "9").toCharArray(), 1, text.length());
  }

  @Property(tries = 1000)
  void everyLongIsRead(@ForAll long value) {
    assertThat(whole(Long.toString(value))).isEqualTo(value);
    assertThat(whole(" " + value + "\t")).isEqualTo(value);
  }

  @Test
  void theEndsOfTheRangeAreRead() {
    assertThat(whole("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(whole("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(whole("-0")).isZero();
    assertThat(whole("007")).isEqualTo(7);
  }

  @Property(tries = 2000)
  void floatsAreRoundedAsJavaDoes(
      @ForAll @LongRange(min = 0, max = 99_999_999) long digits,
      @ForAll @IntRange(min = 0, max = 12) int decimals,
      @ForAll boolean negative) {
    String text = (negative ? "-" : "") + BigDecimal.valueOf(digits, decimals).toPlainString();
    assertThat(real(text)).isEqualTo(Float.parseFloat(text));
  }

  @Property(tries = 1000)
  void everyFloatIsRead(@ForAll float value) {
    assertThat(real(Float.toString(value))).isEqualTo(value);
  }

  @Test
  void unusualFormsAreRead() {
    assertThat(real("1e3")).isEqualTo(1000f);
    assertThat(real(".5")).isEqualTo(0.5f);
    assertThat(real("5.")).isEqualTo(5f);
    assertThat(real(" +1 ")).isEqualTo(1f);
    assertThat(real("-0")).isEqualTo(-0f);
    assertThat(real("16777217")).isEqualTo(16777217f);
  }

  @Test
  void whatIsNoNumberIsRefused(@TempDir Path folder) {
    List<String> wholes =
        List.of(
            "9223372036854775808",
            "-9223372036854775809",
            "",
            "-",
            "1.5",
            "x",
            "1 2",
            "0x1",
            "99999999999999999999",
            "٣");
    List<String> reals =
        List.of(
            "nan",
            "NaN",
            "inf",
            "Infinity",
            "1f",
            "1d",
            "0x1p3",
            "1e39",
            "",
            ".",
            "-",
            "1,5",
            "e5",
            "--1");
    InputFiles.write(folder, "x", "1");
    InputFile file = new InputFile("x", folder.resolve("x"), 1);
    try (CsvTable at = new CsvTable(file, CsvDialect.COMMAS, 1, ReadMeter.silent())) {
      at.next(CsvTable.Row.IGNORED);
      for (String text : wholes) {
        assertThat(
                catchThrowableOfType(
                    GraphemberException.class,
                    () -> Numbers.parseLong(at, 0, text.toCharArray(), 0, text.length())))
            .hasMessage(
                "x:1: column 1 is "
                    + (text.isEmpty() ? "empty" : text)
                    + "; it must be a whole number of 64 bits.");
      }
      for (String text : reals) {
        assertThat(
                catchThrowableOfType(
                    GraphemberException.class,
                    () -> Numbers.parseFloat(at, 0, text.toCharArray(), 0, text.length())))
            .hasMessage(
                "x:1: column 1 is "
                    + (text.isEmpty() ? "empty" : text)
                    + "; it must be a finite number.");
      }
    }
  }
}
