// SPDX-License-Identifier: Apache-2.0
/** Edges as seeds, their negatives, and whether a pair is an edge. */
@NullMarked
package io.graphember.sampling.edge;

import org.jspecify.annotations.NullMarked;
