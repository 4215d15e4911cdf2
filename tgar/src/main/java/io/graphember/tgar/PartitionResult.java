// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

import io.graphember.spi.backend.StepResult;

/**
 * What a step gives of one partition. The step's gradient is the sum over all partitions, added in
 * the order of their numbers: the same bits on any number of nodes.
 *
 * @param partition its number
 * @param result loss and correct rows of its seeds
 * @param gradients as {@link io.graphember.spi.backend.ParameterLayout} lays them out; in the
 *     places of statistics what {@link io.graphember.spi.backend.ModelSession#forwardBackward} has
 *     there, from partition 0, and 0 from all others
 */
public record PartitionResult(int partition, StepResult result, float[] gradients) {}
