// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.OneCharacter;
import io.graphember.formats.table.TableFile;
import io.graphember.formats.table.TablePlace;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A delimited file.
 *
 * @param file path below the data folder; null for none
 * @param delimiter one character or tab; null to go by the file's name
 * @param header true if the first line holds the names of the columns
 * @param comment lines that begin with this character are skipped; null for none
 */
public record CsvPlace(
    @Setting(value = "File below the data folder, compressed with gzip or not.", optional = true)
        @NotEmpty
        @Nullable String file,
    @Setting(
            value =
                "What separates columns: one character or the word tab; without it a comma, or a"
                    + " tab if the file's name ends with .tsv or .txt.",
            optional = true)
        @Pattern(regexp = OneCharacter.PATTERN + "|tab", message = "one character or the word tab")
        @Nullable String delimiter,
    @Setting(value = "True if the first line names the columns.", byDefault = "true")
        boolean header,
    @Setting(value = "Lines that begin with this character are skipped.", optional = true)
        @Pattern(regexp = OneCharacter.PATTERN, message = "one character")
        @Nullable String comment)
    implements TablePlace, CrossChecked {
  @Override
  public String setting() {
    return "file";
  }

  @Override
  public boolean given() {
    return file != null;
  }

  CsvDialect dialect(Encoding encoding) {
    return CsvDialect.of(file == null ? "" : file, delimiter, comment, encoding);
  }

  /** The file, found in a folder. */
  public TableFile open(InputFolder folder, Encoding encoding) {
    return new CsvFile(folder.file(TablePlace.present(file)), dialect(encoding), header);
  }

  /** True if lines would be skipped that begin with a delimiter. */
  public boolean commentDelimits() {
    CsvDialect dialect = dialect(Encoding.UTF_8);
    return dialect.delimiter() == dialect.comment();
  }

  @Override
  public void check(Complaints complaints) {
    if (commentDelimits()) {
      complaints.add("comment", "must not be the delimiter");
    }
  }
}
