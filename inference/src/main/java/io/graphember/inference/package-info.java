// SPDX-License-Identifier: Apache-2.0
/**
 * Whole-graph inference: a model of K layers is cut into K slices, and each slice is computed for
 * all vertices before the next, every vertex once (GLISP, section III-D). Nothing here trains, and
 * nothing knows Ignite.
 */
@NullMarked
package io.graphember.inference;

import org.jspecify.annotations.NullMarked;
