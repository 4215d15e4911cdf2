// SPDX-License-Identifier: Apache-2.0
/**
 * Training whose steps all partitions of a graph compute together: {@link
 * io.graphember.training.tgar.PartitionedSteps} brings what a job learns to {@code
 * io.graphember.tgar}.
 */
@NullMarked
package io.graphember.training.tgar;

import org.jspecify.annotations.NullMarked;
