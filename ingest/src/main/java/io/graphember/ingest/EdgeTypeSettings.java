// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.Setting;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.util.List;

/**
 * One edge type of a graph with several types, and its file. A column is given by its name or by
 * its number from 1.
 *
 * @param name name of the type
 * @param from vertex type that edges begin at
 * @param to vertex type that edges end at
 * @param file path below the data folder; null with format ignite
 * @param query SQL whose rows are read, with format ignite; null for none
 * @param cache cache whose entries are read, with format ignite; null for none
 * @param delimiter one character or tab; null to go by the file's name
 * @param header true if the first line holds the names of the columns
 * @param comment lines that begin with this character are skipped; null for none
 * @param source column of the key an edge begins at
 * @param destination column of the key an edge ends at
 * @param weight column of the weight; null for none
 * @param time column of the timestamp; null for none
 * @param label column of the class; null for none
 * @param features columns of the features, in their order
 */
public record EdgeTypeSettings(
    @Setting("Name of the type.") @Pattern(regexp = TypeName.PATTERN, message = TypeName.RULE)
        String name,
    @Setting("Vertex type that edges begin at.") String from,
    @Setting("Vertex type that edges end at.") String to,
    @Setting(value = "File below the data folder, compressed with gzip or not.", optional = true)
        @NotEmpty
        String file,
    @Setting(value = SourceSettings.QUERY_SETTING, optional = true) @NotEmpty String query,
    @Setting(value = SourceSettings.CACHE_SETTING, optional = true) @NotEmpty String cache,
    @Setting(value = CsvDialect.DELIMITER_SETTING, optional = true)
        @Pattern(
            regexp = CsvDialect.ONE_CHARACTER + "|tab",
            message = "one character or the word tab")
        String delimiter,
    @Setting(value = "True if the first line names the columns.", byDefault = "true")
        boolean header,
    @Setting(value = "Lines that begin with this character are skipped.", optional = true)
        @Pattern(regexp = CsvDialect.ONE_CHARACTER, message = "one character")
        String comment,
    @Setting(value = "Column an edge begins at: a name or a number from 1.", byDefault = "1")
        String source,
    @Setting(value = "Column an edge ends at: a name or a number from 1.", byDefault = "2")
        String destination,
    @Setting(value = "Column of the weight, 0 or more.", optional = true) String weight,
    @Setting(value = "Column of the timestamp, a whole number.", optional = true) String time,
    @Setting(value = SourceSettings.EDGE_LABEL_SETTING, optional = true) String label,
    @Setting(
            value =
                "Columns of the features: names, numbers, ranges and patterns as for vertices"
                    + " (which leave out the other columns of an edge).",
            byDefault = "[]")
        List<String> features) {
  /** The file and its columns. */
  SourceSettings.Edges edges() {
    return new SourceSettings.Edges(
        file,
        query,
        cache,
        delimiter,
        header,
        comment,
        source,
        destination,
        weight,
        time,
        label,
        features);
  }
}
