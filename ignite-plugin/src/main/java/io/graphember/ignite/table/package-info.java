// SPDX-License-Identifier: Apache-2.0
/**
 * Tables and caches of the cluster as sources of graphs, each part read by the node that has it.
 */
@NullMarked
package io.graphember.ignite.table;

import org.jspecify.annotations.NullMarked;
