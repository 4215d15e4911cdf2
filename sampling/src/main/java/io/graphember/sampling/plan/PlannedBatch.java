// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.plan;

import io.graphember.sampling.batch.EdgeNeighborhood;

/**
 * A batch that follows a plan. Vertices are named by their number in the neighbourhood.
 *
 * @param seeds the seeds; those without a positive are left out if the plan draws positives
 * @param positives the positive of each seed; empty without
 * @param negatives the negatives of seed 0, then of seed 1, and so on, -1 for one that was not
 *     found; empty without
 * @param neighborhood the hops, which start from all of these
 */
public record PlannedBatch(
    int[] seeds, int[] positives, int[] negatives, EdgeNeighborhood neighborhood) {}
