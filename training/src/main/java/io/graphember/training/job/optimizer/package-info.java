// SPDX-License-Identifier: Apache-2.0
/** How steps are taken: the optimizers of models, and rates that change. */
package io.graphember.training.job.optimizer;
