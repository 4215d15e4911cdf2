// SPDX-License-Identifier: Apache-2.0
/**
 * A step of training that all partitions of a graph compute together, without sampling: NN-TGAR of
 * GraphTheta (section 3). {@code step.PartitionedModel} is the way in; {@link
 * io.graphember.tgar.StepPeers} the port to the other nodes.
 */
@NullMarked
package io.graphember.tgar;

import org.jspecify.annotations.NullMarked;
