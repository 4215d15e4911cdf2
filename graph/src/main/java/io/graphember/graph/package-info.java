// SPDX-License-Identifier: Apache-2.0
/**
 * Errors of a graph in its partitions. Ids are in {@code id}, keys in {@code key}, what a node
 * holds of a partition in {@code store}, rows of features in {@code rows}, section {@code graph} of
 * a job file in {@code settings}.
 */
@NullMarked
package io.graphember.graph;

import org.jspecify.annotations.NullMarked;
