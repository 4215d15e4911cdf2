// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.Split;
import io.graphember.schema.source.ReadMeter;
import java.util.function.Function;

/**
 * A file that lists the members of a split, one key a row.
 *
 * @param split whose members they are
 * @param name how messages call the file
 * @param bytes its length
 * @param rows opens it
 */
public record MemberList(
    Split split, String name, long bytes, Function<ReadMeter, RowTable> rows) {}
