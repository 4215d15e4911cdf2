// SPDX-License-Identifier: Apache-2.0
/** A stream of edges as an undirected graph with weights, for partitioners that hold all of it. */
@NullMarked
package io.graphember.partition.weighted;

import org.jspecify.annotations.NullMarked;
