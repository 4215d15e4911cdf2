// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.Setting;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.util.List;

/**
 * One vertex type of a graph with several, and its file. A column is given by its name or by its
 * number from 1.
 *
 * @param name name of the type
 * @param keys what the keys of this type are; null for the graph's kind
 * @param file path below the data folder; null with format ignite, and if the vertices come from
 *     the edges alone
 * @param query SQL whose rows are read, with format ignite; null for none
 * @param cache cache whose entries are read, with format ignite; null for none
 * @param delimiter one character or tab; null to go by the file's name
 * @param header true if the first line holds the names of the columns
 * @param comment lines that begin with this character are skipped; null for none
 * @param key column of the key
 * @param label column of the class; null for none
 * @param labelSeparator what stands between several classes of one vertex; null if there is one
 * @param targets columns of the numbers that are to be predicted
 * @param split column that says train, valid, test or nothing; null for none
 * @param features columns of the features, in their order
 * @param missing what stands for a feature that is missing
 * @param oneHot columns of one category each
 * @param multiHot columns of several categories each
 * @param hash columns of text whose words are counted
 * @param indices columns that list which floats of a wide row are 1
 */
public record VertexTypeSettings(
    @Setting("Name of the type; a key names one vertex of its type.")
        @Pattern(regexp = TypeName.PATTERN, message = TypeName.RULE)
        String name,
    @Setting(
            value = "What the keys of this type are; without it those of the graph.",
            optional = true)
        KeyKind keys,
    @Setting(
            value = "File below the data folder; without it vertices come from the edges.",
            optional = true)
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
    @Setting(value = "Column of the key: a name or a number from 1.", byDefault = "1") String key,
    @Setting(value = "Column of the class.", optional = true) String label,
    @Setting(value = SourceSettings.SEPARATOR_SETTING, optional = true)
        @Pattern(regexp = CsvDialect.ONE_CHARACTER, message = "one character")
        String labelSeparator,
    @Setting(value = SourceSettings.TARGETS_SETTING, byDefault = "[]") List<String> targets,
    @Setting(value = "Column that says train, valid, test or nothing.", optional = true)
        String split,
    @Setting(value = "Columns of the features, as of a single file of vertices.", byDefault = "[]")
        List<String> features,
    @Setting(value = SourceSettings.MISSING_SETTING, byDefault = "error") MissingValues missing,
    @Setting(value = SourceSettings.ONE_HOT_SETTING, byDefault = "[]") List<String> oneHot,
    @Setting(value = SourceSettings.MULTI_HOT_SETTING, byDefault = "[]")
        List<MultiHotSettings> multiHot,
    @Setting(value = SourceSettings.HASH_SETTING, byDefault = "[]") List<HashSettings> hash,
    @Setting(value = SourceSettings.INDICES_SETTING, byDefault = "[]")
        List<IndicesSettings> indices) {
  /** The table and its columns; null without one. */
  SourceSettings.Vertices vertices() {
    return file == null && query == null && cache == null
        ? null
        : new SourceSettings.Vertices(
            file,
            query,
            cache,
            delimiter,
            header,
            comment,
            key,
            label,
            labelSeparator,
            targets,
            split,
            features,
            missing,
            oneHot,
            multiHot,
            hash,
            indices);
  }
}
