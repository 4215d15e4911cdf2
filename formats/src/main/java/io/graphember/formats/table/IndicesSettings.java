// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.VertexType;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;

/**
 * A column that lists which floats of a wide row are 1.
 *
 * @param column its name or its number from 1
 * @param width floats of the row
 * @param separator between two indices; lists of Parquet and of the cluster need none
 */
public record IndicesSettings(
    @Setting("The column: a name or a number from 1.") String column,
    @Setting("Floats of the row; indices are 0 to width - 1.")
        @Min(1)
        @Max(VertexType.MAX_FEATURE_DIM)
        int width,
    @Setting(value = "Character between two indices.", byDefault = "\" \"")
        @Pattern(regexp = OneCharacter.PATTERN, message = "one character")
        String separator) {}
