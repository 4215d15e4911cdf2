// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import java.util.List;

/**
 * A sampled neighbourhood with its edges.
 *
 * @param neighborhood the blocks
 * @param edges the edges of each hop
 * @param seedOf number of the seed that each vertex was reached from, if seeds have times: a vertex
 *     reached from two seeds is there twice then; empty if they have none
 */
public record EdgeNeighborhood(
    SampledNeighborhood neighborhood, List<SampledEdges> edges, int[] seedOf) {}
