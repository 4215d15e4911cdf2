// SPDX-License-Identifier: Apache-2.0
/**
 * What a job takes of native memory, estimated by arithmetic before it begins: the largest batch
 * that its settings and its graph allow, and the values that live at once while an engine computes
 * with it.
 */
@NullMarked
package io.graphember.training.footprint;

import org.jspecify.annotations.NullMarked;
