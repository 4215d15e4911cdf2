// SPDX-License-Identifier: Apache-2.0
/**
 * Makes a vertex cut better by local moves.
 *
 * <p>Homes of vertices search moves on a frozen cut; all shards accept the same ones.
 */
@NullMarked
package io.graphember.partition.refinement;

import org.jspecify.annotations.NullMarked;
