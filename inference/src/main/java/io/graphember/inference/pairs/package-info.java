// SPDX-License-Identifier: Apache-2.0
/** Scores of pairs of vertices: of edges, and of the best candidates of each vertex. */
@NullMarked
package io.graphember.inference.pairs;

import org.jspecify.annotations.NullMarked;
