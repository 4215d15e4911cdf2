// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

/**
 * How large a partition is that computes its part of a step.
 *
 * @param masters vertices that it is the master of
 * @param vertices these and its mirrors
 * @param edges in-edges that it looks at, self loops of masters included where a model has them
 */
public record PartitionSize(long masters, long vertices, long edges) {}
