// SPDX-License-Identifier: Apache-2.0
/**
 * Shards of a graph that is loaded: each storage node keeps some of the vertices and the edges that
 * end there, cuts the graph with the others and writes the partitions that it will hold; the node
 * that takes the load numbers the vertices.
 */
@NullMarked
package io.graphember.jobs.shard;

import org.jspecify.annotations.NullMarked;
