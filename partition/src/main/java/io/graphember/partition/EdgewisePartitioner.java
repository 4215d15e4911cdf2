// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.partition.Partitioner;

/**
 * A partitioner that decides about an edge by the edge alone: a share of a graph is cut as the
 * whole graph is, and without the others.
 */
public interface EdgewisePartitioner extends Partitioner {}
