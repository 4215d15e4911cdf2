// SPDX-License-Identifier: Apache-2.0
/** Approximate indexes by JVector: a graph of near rows that a search walks. */
@NullMarked
package io.graphember.inference.jvector;

import org.jspecify.annotations.NullMarked;
