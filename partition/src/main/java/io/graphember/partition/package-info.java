// SPDX-License-Identifier: Apache-2.0
/**
 * Partitioners, the choice of masters, and what a cut is worth.
 *
 * <p>A partitioner sees edges only; nodes and where partitions lie on them are not known here.
 */
@NullMarked
package io.graphember.partition;

import org.jspecify.annotations.NullMarked;
