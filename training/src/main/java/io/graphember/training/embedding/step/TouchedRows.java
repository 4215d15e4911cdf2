// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

/**
 * Rows of a table that a batch touches.
 *
 * @param table name of the table
 * @param dim floats of a row
 * @param ids id of each row by its number in the batch, as {@link io.graphember.graph.id.Vid} makes
 *     them
 * @param count how many of the ids, the first ones
 */
public record TouchedRows(String table, int dim, long[] ids, int count) {}
