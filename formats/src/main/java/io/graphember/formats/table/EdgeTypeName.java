// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.TypeName;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Pattern;

/**
 * Which edge type a table is of.
 *
 * @param name its name
 * @param from name of the vertex type that edges begin at
 * @param to name of the vertex type that edges end at
 */
public record EdgeTypeName(
    @Setting("Name of the type.") @Pattern(regexp = TypeName.PATTERN, message = TypeName.RULE)
        String name,
    @Setting("Vertex type that edges begin at.") String from,
    @Setting("Vertex type that edges end at.") String to) {}
