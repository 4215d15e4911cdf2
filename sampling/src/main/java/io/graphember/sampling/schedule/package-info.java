// SPDX-License-Identifier: Apache-2.0
/**
 * When the batches of a trainer are sampled (ByteGNN, section 3.2): how many at once is decided by
 * a {@link io.graphember.sampling.schedule.LaunchRule}, which of their tasks comes next by {@link
 * io.graphember.sampling.schedule.TaskOrder}. What a batch is depends on neither.
 */
package io.graphember.sampling.schedule;
