// SPDX-License-Identifier: Apache-2.0
/** Rows of vertices that are near: DeepWalk, node2vec and LINE, by skip-gram. */
@NullMarked
package io.graphember.training.embedding.pair;

import org.jspecify.annotations.NullMarked;
