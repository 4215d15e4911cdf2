// SPDX-License-Identifier: Apache-2.0
/** How steps are taken: the optimizers of models, and rates that change. */
@NullMarked
package io.graphember.training.job.optimizer;

import org.jspecify.annotations.NullMarked;
