// SPDX-License-Identifier: Apache-2.0
/**
 * The rows most similar to a given one: rows in memory, and indexes of them behind the port {@link
 * io.graphember.inference.similar.RowIndex}; the exact one goes through all rows in blocks.
 */
@NullMarked
package io.graphember.inference.similar;

import org.jspecify.annotations.NullMarked;
