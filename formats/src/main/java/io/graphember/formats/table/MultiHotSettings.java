// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Pattern;

/**
 * A column of several categories.
 *
 * @param column its name or its number from 1
 * @param separator between two categories; lists of Parquet and of the cluster need none
 */
public record MultiHotSettings(
    @Setting("The column: a name or a number from 1.") String column,
    @Setting(value = "Character between two categories.", byDefault = "\"|\"")
        @Pattern(regexp = OneCharacter.PATTERN, message = "one character")
        String separator) {}
