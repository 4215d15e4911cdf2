// SPDX-License-Identifier: Apache-2.0
/**
 * Shards of a graph that is loaded: each storage node keeps and cuts the edges at some vertices;
 * the node that takes the load numbers the vertices and places what was cut.
 */
@NullMarked
package io.graphember.jobs.shard;

import org.jspecify.annotations.NullMarked;
