// SPDX-License-Identifier: Apache-2.0
/**
 * From a cut graph to the blocks of its partitions, one partition after the other. Sees neither who
 * keeps edges and columns nor where the blocks go.
 */
@NullMarked
package io.graphember.partition.write;

import org.jspecify.annotations.NullMarked;
