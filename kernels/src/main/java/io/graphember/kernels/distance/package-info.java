// SPDX-License-Identifier: Apache-2.0
/**
 * Distances of each of some rows to each of others, and their gradients: what embeddings of
 * knowledge graphs are trained and ranked by, with candidates that queries share.
 */
@NullMarked
package io.graphember.kernels.distance;

import org.jspecify.annotations.NullMarked;
