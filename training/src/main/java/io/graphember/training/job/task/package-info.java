// SPDX-License-Identifier: Apache-2.0
/**
 * What a model is to learn: the tasks of a job, each with its settings, and what follows of them.
 */
@NullMarked
package io.graphember.training.job.task;

import org.jspecify.annotations.NullMarked;
