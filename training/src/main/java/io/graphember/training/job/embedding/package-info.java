// SPDX-License-Identifier: Apache-2.0
/** Settings of node embeddings: the methods, their walks, how rows are trained. */
@NullMarked
package io.graphember.training.job.embedding;

import org.jspecify.annotations.NullMarked;
