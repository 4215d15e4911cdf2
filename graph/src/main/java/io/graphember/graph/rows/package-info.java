// SPDX-License-Identifier: Apache-2.0
/** Rows of vertices, wherever they come from: features now, learned embeddings later. */
@NullMarked
package io.graphember.graph.rows;

import org.jspecify.annotations.NullMarked;
