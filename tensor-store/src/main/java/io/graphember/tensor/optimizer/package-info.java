// SPDX-License-Identifier: Apache-2.0
/** Optimizers, each exactly the formula of its paper; one home for each default. */
@NullMarked
package io.graphember.tensor.optimizer;

import org.jspecify.annotations.NullMarked;
