// SPDX-License-Identifier: Apache-2.0
/** Edges as seeds, their negatives, and whether a pair is an edge. */
package io.graphember.sampling.edge;
