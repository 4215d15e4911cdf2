// SPDX-License-Identifier: Apache-2.0
/** Scores of edges and the best candidates of vertices. */
@NullMarked
package io.graphember.jobs.pairs;

import org.jspecify.annotations.NullMarked;
