// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.VertexType;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * A column of text whose words are counted in a fixed number of floats.
 *
 * @param column its name or its number from 1
 * @param width floats it takes in a row
 */
public record HashSettings(
    @Setting("The column: a name or a number from 1.") String column,
    @Setting("Floats that the column takes in a row.") @Min(1) @Max(VertexType.MAX_FEATURE_DIM)
        int width) {}
