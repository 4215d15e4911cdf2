// SPDX-License-Identifier: Apache-2.0
/**
 * When the batches of a trainer are sampled: as many ahead as there is room for, in {@link
 * io.graphember.sampling.schedule.BatchScheduler}; which of their tasks comes next, {@link
 * io.graphember.sampling.schedule.TaskQueue} decides. What a batch is depends on neither.
 */
@NullMarked
package io.graphember.sampling.schedule;

import org.jspecify.annotations.NullMarked;
