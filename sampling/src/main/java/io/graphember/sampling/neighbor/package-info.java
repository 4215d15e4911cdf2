// SPDX-License-Identifier: Apache-2.0
/** Neighbours of a batch, hop by hop: uniform, or by rules with weights, times and limits. */
@NullMarked
package io.graphember.sampling.neighbor;

import org.jspecify.annotations.NullMarked;
