// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of rows that are trained where they lie: partitions of a table, the optimizers of its
 * rows, and the hosts that hold them.
 */
@NullMarked
package io.graphember.tensor.table;

import org.jspecify.annotations.NullMarked;
