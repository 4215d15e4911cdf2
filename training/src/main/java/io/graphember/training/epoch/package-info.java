// SPDX-License-Identifier: Apache-2.0
/**
 * The epochs of a training, whatever computes its steps: updates, the best epoch, states to keep.
 */
@NullMarked
package io.graphember.training.epoch;

import org.jspecify.annotations.NullMarked;
