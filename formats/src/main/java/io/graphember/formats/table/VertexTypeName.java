// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.KeyKind;
import io.graphember.schema.TypeName;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which vertex type a table is of.
 *
 * @param name its name
 * @param keys what its keys are; null for those of the graph
 */
public record VertexTypeName(
    @Setting("Name of the type; a key names one vertex of its type.")
        @Pattern(regexp = TypeName.PATTERN, message = TypeName.RULE)
        String name,
    @Setting(
            value = "What the keys of this type are; without it those of the graph.",
            optional = true)
        @Nullable KeyKind keys) {}
