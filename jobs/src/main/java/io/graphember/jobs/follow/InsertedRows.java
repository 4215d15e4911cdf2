// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.schema.source.Tables;

/**
 * Rows that were inserted into the tables of a graph and are not in it.
 *
 * @param changes how many changes of tables were seen until the last of them; may be more than the
 *     rows, some of which were read already
 * @param rows how many
 * @param tables the tables of the graph with these rows alone
 */
public record InsertedRows(long changes, long rows, Tables tables) {}
