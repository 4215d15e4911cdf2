// SPDX-License-Identifier: Apache-2.0
/** Vertices and edges on their way to a cluster, as pieces of columns. */
@NullMarked
package io.graphember.schema.piece;

import org.jspecify.annotations.NullMarked;
