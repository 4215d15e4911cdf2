// SPDX-License-Identifier: Apache-2.0
/** Inference of a graph that has changed, from what was kept of it before. */
@NullMarked
package io.graphember.inference.update;

import org.jspecify.annotations.NullMarked;
