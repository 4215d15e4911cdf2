// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.csv.CsvPlace;
import io.graphember.formats.csv.Encoding;
import io.graphember.formats.table.OneCharacter;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the files of a knowledge graph are written.
 *
 * @param delimiter one character or tab; null to go by the name of each file
 * @param header true if the first line of each file holds the names of the columns
 * @param comment lines that begin with this character are skipped; null for none
 * @param encoding how the characters of the files are written
 */
public record TripleText(
    @Setting(
            value =
                "What separates columns: one character or the word tab; without it a comma, or a"
                    + " tab if the file's name ends with .tsv or .txt.",
            optional = true)
        @Pattern(regexp = OneCharacter.PATTERN + "|tab", message = "one character or the word tab")
        @Nullable String delimiter,
    @Setting(value = "True if the first line names the columns.", byDefault = "false")
        boolean header,
    @Setting(value = "Lines that begin with this character are skipped.", optional = true)
        @Pattern(regexp = OneCharacter.PATTERN, message = "one character")
        @Nullable String comment,
    @Setting(value = "How the characters of the files are written.", byDefault = "utf-8")
        Encoding encoding) {
  /** A file that is written so. */
  CsvPlace place(String file) {
    return new CsvPlace(file, delimiter, header, comment);
  }
}
