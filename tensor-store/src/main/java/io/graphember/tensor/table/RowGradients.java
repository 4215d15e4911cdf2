// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/**
 * Gradients of rows of one partition of a table, or values to be added to them. Arrays are not
 * copied; whoever hands them over does not change them any more.
 *
 * @param table name of the table
 * @param partition partition that has the rows
 * @param rows row indexes; the values of one that is repeated are added up
 * @param values {@code float[rows.length * dim]}, row-major
 */
public record RowGradients(String table, int partition, int[] rows, float[] values) {}
