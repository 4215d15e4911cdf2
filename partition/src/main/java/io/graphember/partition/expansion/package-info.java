// SPDX-License-Identifier: Apache-2.0
/**
 * Vertex cuts by neighbour expansion: partitions grow in rounds, one after the other or all at
 * once, what is left is placed in batches, and the cut is refined.
 *
 * <p>A round makes proposals on a frozen state and resolves conflicts by hash at the owner of the
 * vertex, so its result depends neither on threads nor on the order of edges within a stage.
 */
@NullMarked
package io.graphember.partition.expansion;

import org.jspecify.annotations.NullMarked;
