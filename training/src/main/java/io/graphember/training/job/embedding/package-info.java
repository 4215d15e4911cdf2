// SPDX-License-Identifier: Apache-2.0
/** Settings of node embeddings: the methods, their walks, how rows are trained. */
package io.graphember.training.job.embedding;
